// Processes a BIDS data set with Nextflow, one process per shard:
//   nextflow run bids.nf --data BIDS_DIR --model MODEL --shards 16 --out OUT
params.shards = 4
params.out = 'out'

// Exit code 3: the results are written, but some epochs have no answer (n_unanswered in the table).
process participant {
  input:
  val shard
  path data
  path model
  output:
  path "out-${shard}"
  script:
  "eegate bids ${data} out-${shard} participant --model ${model} --shard ${shard}/${params.shards} -q || [ \$? -eq 3 ]"
}

process group {
  publishDir params.out, mode: 'copy'
  input:
  path data
  path parts
  output:
  path 'out/*'
  script:
  "mkdir out; for part in ${parts}; do cp -r \$part/. out; done; eegate bids ${data} out group"
}

workflow {
  data = file(params.data)
  model = file(params.model)
  group(data, participant(Channel.of(1..params.shards.toInteger()), data, model).collect())
}
