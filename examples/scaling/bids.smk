# Processes a BIDS data set with Snakemake, one job per participant:
#   snakemake -s bids.smk --cores 4 --config data=BIDS_DIR out=OUT model=MODEL
data, out, model = config["data"], config["out"], config["model"]
SUBJECTS = sorted(p.name[4:] for p in Path(data).glob("sub-*") if p.is_dir())


rule group:
    input:
        expand(out + "/.done/sub-{subject}", subject=SUBJECTS),
    output:
        out + "/group_eegate.tsv",
    shell:
        "eegate bids {data} {out} group"


rule participant:
    output:
        touch(out + "/.done/sub-{subject}"),
    shell:
        "eegate bids {data} {out} participant --participant-label {wildcards.subject} --model {model} -q"
