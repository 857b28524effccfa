#!/bin/sh
# In how many files of the product a fact is told: scripts/fact_counts.sh [REVISION], by default of the work tree. A field of the
# sampler, a format of texels and a figure of the bench are counted by the names that they have in each place, sentences too; tests
# and stored data are left out.
set -eu
cd "$(dirname "$0")/.."

count() { # NAME PATTERN
  files=$(git grep -ilE "$2" ${revision:+"$revision"} -- app include kernels ui docs scripts ':!docs/data' ':!docs/answers.md' \
    ':!scripts/fact_counts.sh' | wc -l)
  printf '%-44s %4d\n' "$1" "$files"
}
revision=${1:-}
count "sampler field seamlessCubemap" 'seamless_?cube'
count "sampler field mipmapLevelBias" 'mip_bias|mipmap_?level_?bias'
count "sampler field disableTrilinearOptimization" 'disable_?trilinear_?optimization'
count "texel format 10-10-10-2" '1010102|10[-:]10[-:]10[-:]2|101010_2|2_10_10_10|rgb10_?a2'
count "texel format BC5 signed" 'bc5_(s|snorm|signed)\b|signedblockcompressed5|signed_bc5|bc5s|bc5 snorm'
count "texel format BC7" 'bc7|blockcompressed7|bptc'
count "texel format of halves, as APIs name it" 'half_float|format_?half|(element|view)_half|\brg?(ba)?16f\b|"f2"|float_[124]x16|"half"'
count "bench figure texels_per_clock_sm" 'texels_per_clock_sm'
count "bench figure roof_share" 'roof_share'
count "texels_per_clock_sm, or its column" 'texels_per_clock_sm|Column::clock'
count "roof_share, or its column" 'roof_share|Column::roof'

# A member of a stored file is written and read by one description, or named once for each.
printf '%-44s %4d\n' "members that a reader allows by name" \
  "$(git grep -hoE 'allow\(\{[^}]*\}|allow\($' ${revision:+"$revision"} -- app kernels | grep -oE '"[a-z_0-9]+"' | wc -l)"
