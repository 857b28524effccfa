# Installs COMPONENTS out of BUILD into a fresh prefix, builds the project in SOURCE against them, and runs its tests. A project that adds
# this one finds it in TEXELSCOPE.
file(REMOVE_RECURSE ${WORK})
function(run)
  execute_process(COMMAND ${ARGN} COMMAND_ERROR_IS_FATAL ANY OUTPUT_VARIABLE out ECHO_OUTPUT_VARIABLE)
endfunction()
foreach(component ${COMPONENTS})
  run(${CMAKE_COMMAND} --install ${BUILD} --component ${component} --prefix ${WORK}/prefix)
endforeach()
run(${CMAKE_COMMAND} -S ${SOURCE} -B ${WORK}/build -G ${GENERATOR} -DCMAKE_PREFIX_PATH=${WORK}/prefix
    -DCMAKE_CXX_COMPILER=${COMPILER} -DCMAKE_CXX_FLAGS=${FLAGS} -DCMAKE_BUILD_TYPE=Debug -DCUDA_HEADERS=${CUDA_HEADERS} -DTEXELSCOPE=${TEXELSCOPE}
    -DTEXELSCOPE_UNITY=ON)
run(${CMAKE_COMMAND} --build ${WORK}/build)
run(${CMAKE_CTEST_COMMAND} --test-dir ${WORK}/build --output-on-failure --no-tests=error)
