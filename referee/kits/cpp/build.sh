# Builds the bot in build/. CMake refuses one that was made elsewhere: a copied bot begins anew.
set -e
grep -qsxF "CMAKE_HOME_DIRECTORY:INTERNAL=$(pwd -P)" build/CMakeCache.txt || rm -rf build
cmake -S . -B build
cmake --build build --parallel 2
