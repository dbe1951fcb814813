# Processes a BIDS data set with Snakemake, one job per participant:
#   snakemake -s bids.smk --cores 4 --config data=BIDS_DIR out=OUT model=MODEL
# Another model, and new or changed files, repeat what depends on them.
data, out, model = config["data"], config["out"], config["model"]
SIDECARS = ["*events.tsv", "*channels.tsv", "*electrodes.tsv", "*coordsystem.json", "*eeg.json"]
KINDS = [folder + name for folder in ("sub-*/", "sub-*/ses-*/") for name in ["*eeg/*"] + SIDECARS]
FILES = {path: path.relative_to(data).parts[0][4:] for kind in KINDS for path in sorted(Path(data).glob(kind))}
SUBJECTS = sorted({subject for path, subject in FILES.items() if "eeg." in path.name})
SHARED = [path for kind in SIDECARS for path in sorted(Path(data).glob(kind))]


def files_of(wildcards):
    own = [path for path, subject in FILES.items() if subject == wildcards.subject]
    return [str(path) for path in own + SHARED if path.is_file()]


rule group:
    input:
        expand(out + "/.done/sub-{subject}", subject=SUBJECTS),
        [str(path) for path in Path(data).glob("participants.tsv")],
    output:
        out + "/group_eegate.tsv",
    shell:
        "eegate bids {data:q} {out:q} group"


# Exit code 3: the results are written, but some epochs have no answer (n_unanswered in the table).
rule participant:
    input:
        files_of,
        model=model,
    output:
        touch(out + "/.done/sub-{subject}"),
    shell:
        "eegate bids {data:q} {out:q} participant --participant-label {wildcards.subject:q} --model {input.model:q} -q"
        " || [ $? -eq 3 ]"
