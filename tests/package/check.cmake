# Installs the libraries out of BUILD into a fresh prefix, builds the project beside this file against them, and runs its programs.
file(REMOVE_RECURSE ${WORK})
function(run)
  execute_process(COMMAND ${ARGN} COMMAND_ERROR_IS_FATAL ANY OUTPUT_VARIABLE out ECHO_OUTPUT_VARIABLE)
endfunction()
foreach(component texture_unit batch)
  run(${CMAKE_COMMAND} --install ${BUILD} --component ${component} --prefix ${WORK}/prefix)
endforeach()
run(${CMAKE_COMMAND} -S ${CMAKE_CURRENT_LIST_DIR} -B ${WORK}/build -G ${GENERATOR} -DCMAKE_PREFIX_PATH=${WORK}/prefix
    -DCMAKE_CXX_COMPILER=${COMPILER} -DCMAKE_CXX_FLAGS=${FLAGS} -DCMAKE_BUILD_TYPE=Debug)
run(${CMAKE_COMMAND} --build ${WORK}/build)
run(${WORK}/build/one_fetch)
run(${WORK}/build/batches)
