include(${CMAKE_CURRENT_LIST_DIR}/texelscope-targets.cmake)
