#!/bin/sh
# Makes the modules in images/, with nvcc 13.0: ./make_images.sh [NVCC]
# fetch.ptx is what the compiler prints, as fatbinary keeps it: without comments, each run of spaces as one.
set -eu
nvcc=$(command -v "${1:-/usr/local/cuda/bin/nvcc}")
images=$(cd "$(dirname "$0")" && pwd)/images
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
cat >fetch.cu <<'END'
extern "C" __global__ void fetch(cudaTextureObject_t texture, float* out, float x) {
  out[threadIdx.x] = tex2D<float>(texture, x + float(threadIdx.x), 0.5f);
}
extern "C" __global__ void plain(float* out) { out[threadIdx.x] = 1; }
END
make() { name=$1; shift; "$nvcc" -fatbin fetch.cu -o "$images/$name.fatbin" "$@"; }
of() { printf -- '-gencode arch=compute_%s,code=%s ' "$1" "$2"; }
make zstd $(of 75 sm_75) $(of 75 compute_75) $(of 90a sm_90a) $(of 90a compute_90a) $(of 120f compute_120f) --compress-mode=size -maxrregcount=32
make lz4 $(of 75 compute_75) --compress-mode=speed -lineinfo
make none $(of 75 compute_75) --compress-mode=none
make debug $(of 75 compute_75) -G
make parts $(of 90 sm_90) $(of 90 compute_90) -rdc=true
make link_time $(of 90 lto_90)
make machine_code $(of 90 sm_90) --compress-mode=size
"$nvcc" -cubin -arch=sm_75 fetch.cu -o "$images/fetch.cubin"
"$nvcc" -ptx -arch=compute_75 fetch.cu -o fetch.ptx
sed 's://.*::; s:^[[:space:]]*::; s:[[:space:]]\{1,\}: :g' fetch.ptx >"$images/fetch.ptx"
