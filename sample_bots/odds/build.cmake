file(REMOVE_RECURSE build) # which may be that of another folder
execute_process(COMMAND ${CMAKE_COMMAND} -S . -B build -DCMAKE_RULE_MESSAGES=OFF OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${CMAKE_COMMAND} --build build --parallel 2 COMMAND_ERROR_IS_FATAL ANY)
