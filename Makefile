# Every verb a person needs; `make help` lists them. What a verb needs, it sets up itself, once.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.NOTPARALLEL:

PYTHON ?= python3
MVN ?= mvn -B -q -Dquick
DEV := .venv/dev/bin
comma := ,

# Else Maven's library for colours ends its output with escape sequences, colours or not.
export MAVEN_OPTS := $(MAVEN_OPTS) -Djansi.noreset=true

# Maven stays quiet but for these two: the tests' closing lines, and what the compiler warns of.
LOG := -Dorg.slf4j.simpleLogger.log.org.apache.maven.plugin
SHOW_TESTS := $(LOG).surefire=info
SHOW_WARNINGS := $(LOG).compiler=warn

# Virtual environments, each with finestra installed from the checkout, and the extras of each.
# The engines cannot share one.
ENVS := dev spark flink
EXTRAS_dev := dev,docs
EXTRAS_spark := dev,spark
EXTRAS_flink := dev,flink

# The connectors' jars, which the environments of the engines find in the checkout.
SPARK_JAR := java/spark/target/.jar
FLINK_JAR := java/flink/target/.jar

.PHONY: help
help: ## list the verbs
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  %-14s %s\n", $$1, $$2 }' Makefile

.PHONY: env environments
environments: $(ENVS:%=.venv/%/.ready)
env: environments $(SPARK_JAR) $(FLINK_JAR) ## make the virtual environments .venv/dev, spark and flink, and the jars

.venv/%/.ready: pyproject.toml pom.xml
	$(PYTHON) -m venv .venv/$*
	FINESTRA_JARS=later .venv/$*/bin/pip install --quiet --disable-pip-version-check --editable '.[$(EXTRAS_$*)]'
	touch $@

$(SPARK_JAR): pom.xml $(shell find java/core java/sketches java/spark -path '*/src/main/*' -type f -o -name pom.xml)
	$(MVN) -pl java/core,java/sketches,java/spark package -Dmaven.test.skip=true
	touch $@

$(FLINK_JAR): pom.xml $(shell find java/core java/sketches java/flink -path '*/src/main/*' -type f -o -name pom.xml)
	$(MVN) -pl java/core,java/sketches,java/flink package -Dmaven.test.skip=true
	touch $@

DEMO ?= all
.PHONY: demo
demo: $(if $(filter core,$(DEMO)),,env) ## sliding windows at work: in the terminal, on Spark, on Flink: make demo [DEMO=core]
	@bin/finestra demo $(DEMO)

.PHONY: test
test: ## run all tests but cluster-test and package-test (the figures of a push)
	$(MAKE) environments & made=$$!; $(MAKE) test-java || { wait $$made; exit 1; }; wait $$made
	$(MAKE) test-python test-spark test-flink

.PHONY: test-long
test-long: ## run the Java tests with their long figures
	$(MVN) $(SHOW_TESTS) -Dfinestra.long=true verify

.PHONY: test-java
test-java: ## the Java tests (the modules, in their order)
	$(MVN) $(SHOW_TESTS) verify
	touch $(SPARK_JAR) $(FLINK_JAR)

.PHONY: test-python
test-python: .venv/dev/.ready $(SPARK_JAR) ## pytest without an engine, on the command line, the docs, the lists of what ships
	$(DEV)/pytest --ignore=tests/spark --ignore=tests/flink --ignore=tests/cluster --ignore=tests/packaging/shipped

.PHONY: test-spark
test-spark: .venv/spark/.ready $(SPARK_JAR) ## pytest on Spark
	.venv/spark/bin/pytest tests/spark

.PHONY: test-flink
test-flink: .venv/flink/.ready $(FLINK_JAR) .venv/spark/.ready $(SPARK_JAR) ## pytest on Flink
	.venv/flink/bin/pytest tests/flink

.PHONY: wheel
wheel: .venv/dev/.ready ## build the sdist and the wheel, with the jars inside, into dist/
	rm -rf dist
	MVN='$(MVN)' $(DEV)/hatchling build -t sdist -t wheel -d dist

.PHONY: package-test
package-test: .venv/dev/.ready ## what ships: two builds equal, wheels from sdist and tree, clean environments, a Maven consumer
	MVN='$(MVN)' $(DEV)/pytest tests/packaging/shipped

# The versions of Spark that the one jar serves beside the one it is built against, and what is
# tried on each: functions, plain queries, batches and streams; classic, and Connect.
SMOKE_SPARK := 4.1.1 4.3.0
SMOKE_TESTS := tests/spark/test_functions.py tests/spark/test_sliding.py tests/spark/test_unchanged_queries.py

.PHONY: smoke-spark
smoke-spark: $(SMOKE_SPARK:%=.venv/spark-%/.ready) $(SPARK_JAR) ## try the jar on the other versions of Spark
	for version in $(SMOKE_SPARK); do echo "Spark $$version"; .venv/spark-$$version/bin/pytest $(SMOKE_TESTS) -k 'classic or operators'; done

.venv/spark-%/.ready: pyproject.toml
	$(PYTHON) -m venv .venv/spark-$*
	.venv/spark-$*/bin/pip install --quiet --disable-pip-version-check 'pyspark[connect]==$*' pytest hypothesis
	FINESTRA_JARS=later .venv/spark-$*/bin/pip install --quiet --disable-pip-version-check --no-deps --editable .
	touch $@

.PHONY: replay
replay: ## run one random test again: make replay T=Class#method SEED=…
	@[ -n "$(T)" ] && [ -n "$(SEED)" ] || { echo 'usage: make replay T=Class#method SEED=number' >&2; exit 2; }
	test='$(T)'; modules=java/core; \
	[ -z "$$(find java/sketches/src/test -name "$${test%%#*}.java")" ] \
	  || modules='java/core,java/sketches -Dsurefire.failIfNoSpecifiedTests=false'; \
	[ -z "$$(find java/spark/src/test -name "$${test%%#*}.scala")" ] \
	  || modules='java/core,java/sketches,java/spark -Dsurefire.failIfNoSpecifiedTests=false'; \
	[ -z "$$(find java/flink/src/test -name "$${test%%#*}.java")" ] \
	  || modules='java/core,java/sketches,java/flink -Dsurefire.failIfNoSpecifiedTests=false'; \
	$(MVN) $(SHOW_TESTS) -pl $$modules test "-Dtest=$$test" '-Dfinestra.seed=$(SEED)'

.PHONY: lint
lint: lint-java lint-python ## check format, arrows and types (changes nothing)

.PHONY: lint-java
lint-java: ## format, compiler warnings and error-prone
	$(MVN) $(SHOW_WARNINGS) -Plint,cluster spotless:check test-compile

.PHONY: lint-python
lint-python: .venv/dev/.ready ## ruff, mypy, import-linter, MkDocs
	$(DEV)/ruff check
	$(DEV)/ruff format --check
	$(DEV)/mypy
	$(DEV)/lint-imports
	$(DEV)/mkdocs build --strict --quiet --site-dir target/lint-site

.PHONY: format
format: .venv/dev/.ready ## format Java and Python in place
	$(MVN) -Pcluster spotless:apply
	$(DEV)/ruff check --fix-only --quiet
	$(DEV)/ruff format

.PHONY: bench
BENCH ?= core --quick --out results/core.json
bench: ## run benchmarks: make bench BENCH='core --out results/core.json'
	bin/finestra bench $(BENCH)

PAPER ?=
.PHONY: paper
paper: .venv/dev/.ready ## the papers' experiments, their figures, and docs/report: make paper PAPER='--paper daba --full'
	bin/finestra bench paper --report docs/report/index.html $(PAPER)

# A fuzz run takes one test at a time; how long it lasts stands at the test, @FuzzTest(maxDuration = …), unless
# FUZZ_SECONDS says less. The copies of the algorithms for each aggregation would be instrumented anew each.
# An input that fails is put into java/core/src/test/resources, where the next run begins with it.
FUZZ_ARG := -Djazzer.internal.arg
FUZZ_OPTIONS := -Dfinestra.copies=false $(FUZZ_ARG).0=jazzer $(FUZZ_ARG).1=-len_control=0 \
  $(if $(FUZZ_SECONDS),$(FUZZ_ARG).2=-max_total_time=$(FUZZ_SECONDS))

.PHONY: fuzz
fuzz: ## fuzz what reads bytes and names, 30 minutes each (Jazzer): make fuzz [FUZZ_SECONDS=60] [T=NameFuzzTest]
	@classes=$$(grep -rl --include='$(or $(T),*).java' '@FuzzTest' java/core/src/fuzz || true); \
	[ -n "$$classes" ] || { echo 'There is no such fuzz test below java/core/src/fuzz.' >&2; exit 2; }; \
	for file in $$classes; do \
	  class=$$(basename "$$file" .java); echo "fuzzing $$class"; \
	  JAZZER_FUZZ=1 $(MVN) $(SHOW_TESTS) -Pfuzz -pl java/core test -Dtest="$$class" $(FUZZ_OPTIONS); \
	done

.PHONY: mutants
mutants: ## can the tests fail? planted bugs are all seen, and 85 of 100 mutants of the algorithms die (PIT)
	MVN='$(MVN)' $(PYTHON) tests/mutants/planted.py
	MVN='$(MVN)' $(PYTHON) tests/mutants/pit.py

.PHONY: golden
golden: ## add this build's snapshots, savepoints and checkpoints to the museums: make golden RELEASE=0.2.0
	@[ -n "$(RELEASE)" ] || { echo 'usage: make golden RELEASE=0.2.0' >&2; exit 2; }
	$(MVN) -pl java/core test-compile
	cd java/core && java -cp target/classes:target/test-classes dev.finestra.contract.GoldenWriter '$(RELEASE)'
	$(MVN) -pl java/core,java/sketches,java/flink,java/spark test -Dsurefire.failIfNoSpecifiedTests=false \
	  '-Dtest=GoldenSavepointTest#writeSavepoints,GoldenTableTest#writeStates,GoldenCheckpointTest#writeCheckpoints' \
	  '-Dfinestra.release=$(RELEASE)'

JAVADOC := java/core$(if $(wildcard java/sketches/src/main),$(comma)java/sketches)
.PHONY: docs
docs: .venv/dev/.ready ## build the docs as a site, with the Javadoc of core (target/site/index.html)
	$(MVN) -pl $(JAVADOC) compile javadoc:javadoc
	$(DEV)/mkdocs build --strict --quiet

.PHONY: clean
clean: ## remove what was built, and the virtual environments
	$(MVN) clean
	rm -rf .venv .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis

.PHONY: dependencies
dependencies: ## list what is needed, with its licence, in docs/dependencies.md
	$(PYTHON) tests/packaging/dependencies.py

# pip-audit asks the index of Python packages, where it answers such questions.
.PHONY: audit
audit: .venv/dev/.ready ## ask for known vulnerabilities of Python's dependencies; ADVISORIES=folder looks Java's up too, offline
ifdef ADVISORIES
	$(DEV)/python tests/packaging/advisories.py '$(ADVISORIES)'
else
	$(PYTHON) -m venv target/audit && target/audit/bin/pip install --quiet pip-audit==2.10.1
	$(PYTHON) tests/packaging/dependencies.py --pinned >target/audit/pinned.txt
	target/audit/bin/pip-audit --strict --no-deps --disable-pip -r target/audit/pinned.txt
endif

.PHONY: browser-test
browser-test: .venv/dev/.ready ## the report page in a headless Chromium, which this installs on Debian where root may
	command -v chromium >/dev/null || apt-get install --yes --quiet --no-install-recommends chromium
	$(DEV)/pytest python/tests/test_paper.py -k browser

.PHONY: examples
examples: .venv/spark/.ready $(SPARK_JAR) .venv/flink/.ready $(FLINK_JAR) ## run the examples of Python and SQL
	.venv/spark/bin/pytest tests/spark/test_examples.py
	.venv/flink/bin/pytest tests/flink/test_examples.py

# Engines in containers: a Docker that works is taken as it is; else the one that these scripts start,
# which goes again with all that it made, unless KEEP says otherwise. Where there is neither, the tests
# are skipped with a sentence.
CONTAINERS ?= ../shared/tools/containers/containers.sh
export KAFKA_VERSION := 4.1.0
KEEP ?=
IN_CONTAINERS = enter=; if ! docker info >/dev/null 2>&1 && [ -x $(CONTAINERS) ]; then \
  $(if $(KEEP),,trap '$(CONTAINERS) down' EXIT;) if $(CONTAINERS) up >/dev/null; then enter='$(CONTAINERS) run'; fi; fi; $$enter

CLUSTER_JAR := java/cluster-flink/target/.jar
SPARK_CONNECTORS := java/cluster-spark/target/.jars
CLUSTER_READY := .venv/cluster/.ready .venv/flink/.ready .venv/spark/.ready $(SPARK_JAR) $(CLUSTER_JAR) $(SPARK_CONNECTORS)

.venv/cluster/.ready: pyproject.toml
	$(PYTHON) -m venv .venv/cluster
	FINESTRA_JARS=later .venv/cluster/bin/pip install --quiet --disable-pip-version-check --editable '.[cluster]'
	touch $@

$(CLUSTER_JAR): pom.xml $(shell find java/core java/sketches java/flink java/cluster-flink -path '*/src/main/*' -type f -o -name pom.xml)
	$(MVN) -Pcluster -pl java/core,java/sketches,java/flink,java/cluster-flink package -Dmaven.test.skip=true
	touch $@

$(SPARK_CONNECTORS): pom.xml java/cluster-spark/pom.xml
	$(MVN) -Pcluster -pl java/cluster-spark package
	touch $@

.PHONY: cluster-test
cluster-test: $(CLUSTER_READY) ## the engines on clusters of containers, whose processes are killed
	$(IN_CONTAINERS) .venv/cluster/bin/pytest -s tests/cluster

.PHONY: crash
crash: $(CLUSTER_READY) ## the same with 20 kills of task managers, and of executors
	export FINESTRA_KILLS=20; $(IN_CONTAINERS) .venv/cluster/bin/pytest -s tests/cluster

MINUTES ?= 30
.PHONY: soak
soak: ## a job on Flink under load, nothing grows: make soak [MINUTES=30]
	$(MVN) $(SHOW_TESTS) -pl java/core,java/sketches,java/flink test -Dtest=Soak \
	  -Dsurefire.failIfNoSpecifiedTests=false -Dfinestra.soak.minutes=$(MINUTES)
