"""The images for the Kubernetes operators: each builds, and a job in it uses its Finestra."""

import re
from collections.abc import Iterator

import pytest
from tests.cluster.boxes import REPOSITORY, Box, Boxes
from tests.cluster.images import Images

EXAMPLES = REPOSITORY / "examples"
ENVIRONMENT = {"JAVA_TOOL_OPTIONS": "-XX:+UseSerialGC -XX:TieredStopAtLevel=1"}


@pytest.fixture
def images(engine: None) -> Iterator[Images]:
    """Images that are removed after the test."""
    made = Images()
    try:
        yield made
    finally:
        made.close()


def settings(file: str) -> dict[str, str]:
    """The values of a resource's fields by their names, which are unique where the tests look."""
    text = (EXAMPLES / "kubernetes" / file).read_text(encoding="utf-8")
    return dict(re.findall(r'^ *([\w.]+): "?([^"\n]+)"?$', text, re.MULTILINE))


def file_of(uri: str) -> str:
    """The path in the image that a ``local`` URI names."""
    return uri.removeprefix("local://")


def test_the_image_for_flink_runs_a_job(images: Images, boxes: Boxes) -> None:
    deployment = settings("flink/deployment.yaml")
    main = deployment["entryClass"]
    image = images.with_job("flink", EXAMPLES / "flink" / f"{main}.java")
    assert file_of(deployment["jarURI"]) == "/opt/flink/usrlib/job.jar"
    slots = deployment["taskmanager.numberOfTaskSlots"]

    def start(name: str, script: str, own: dict[str, str], *arguments: str) -> Box:
        options = {"jobmanager.rpc.address": "jobs", "rest.address": "jobs", **own}
        parts = [part for item in options.items() for part in ("-D", "=".join(item))]
        environment = {**ENVIRONMENT, "FLINK_LOG_DIR": "/tmp/log", "FLINK_PID_DIR": "/tmp"}
        command = [f"/opt/flink/bin/{script}", "start-foreground", *arguments, *parts]
        return boxes.add(name, image, command, environment)

    # The operator starts the same processes: a job manager with the job of usrlib, task managers.
    jobs = start(
        "jobs",
        "standalone-job.sh",
        {
            "jobmanager.bind-host": "0.0.0.0",
            "jobmanager.memory.process.size": "900m",
            "parallelism.default": deployment["parallelism"],
        },
        "--job-classname",
        main,
    )
    tasks = start(
        "tasks",
        "taskmanager.sh",
        {
            "taskmanager.host": "tasks",
            "taskmanager.bind-host": "0.0.0.0",
            "taskmanager.numberOfTaskSlots": slots,
            "taskmanager.memory.process.size": "1100m",
        },
    )

    jobs.await_end()
    printed = tasks.log()
    for line in (
        "+I[ACME, -86398000, 2000, 20.5]",
        "+I[ACME, -86395000, 5000, 21.0]",
        "+I[ACME, 3000, 86403000, 19.5]",
    ):
        assert line in printed, printed[-4000:]


def test_the_image_for_spark_runs_a_program(images: Images, boxes: Boxes) -> None:
    application = settings("spark/application.yaml")
    main = application["mainClass"]
    image = images.with_job("spark", EXAMPLES / "spark" / f"{main}.java")
    extensions = "spark.sql.extensions"
    driver = boxes.add(
        "driver",
        image,
        [
            *("/opt/spark/bin/spark-submit", "--master", "local[2]", "--driver-memory", "800m"),
            *("--conf", f"{extensions}={application[extensions]}"),
            *("--class", main, file_of(application["jars"])),
        ],
        ENVIRONMENT,
    )
    driver.await_end()
    printed = driver.log()
    # Five rows of each query; test_examples runs the same program outside of images.
    assert sum(printed.count(f"|user {i}|") for i in (0, 1)) == 10, printed[-4000:]
    assert "FinestraSlide" in printed
