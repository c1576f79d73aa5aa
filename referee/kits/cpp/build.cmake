# Builds the bot in build/, quietly, so that an error of the compiler is among the first lines.
cmake_minimum_required(VERSION 3.22)

# CMake refuses a build that was made elsewhere: a copied bot begins anew.
set(cache "")
if(EXISTS "${CMAKE_CURRENT_LIST_DIR}/build/CMakeCache.txt")
  file(READ build/CMakeCache.txt cache)
endif()
string(FIND "${cache}" "CMAKE_HOME_DIRECTORY:INTERNAL=${CMAKE_CURRENT_LIST_DIR}\n" place)
if(place EQUAL -1)
  file(REMOVE_RECURSE build)
endif()

execute_process(
  COMMAND ${CMAKE_COMMAND} -S . -B build -DCMAKE_RULE_MESSAGES=OFF
  OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY) # errors and warnings are on the other stream
execute_process(COMMAND ${CMAKE_COMMAND} --build build --parallel 2 COMMAND_ERROR_IS_FATAL ANY)
