# A verb for everything; `make help` lists them. A verb builds what it needs, once.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.NOTPARALLEL:

PYTHON ?= python3
MVN ?= mvn -B -q -Dquick
DEV := .venv/dev/bin
comma := ,

# Without this, Maven ends its output with escape sequences even where it prints no colours.
export MAVEN_OPTS := $(MAVEN_OPTS) -Djansi.noreset=true

# MkDocs' theme announces its successor at each build otherwise.
export NO_MKDOCS_2_WARNING := 1

# Maven is quiet. These options let it print the tests that run, and the compiler's warnings.
LOG := -Dorg.slf4j.simpleLogger.log.org.apache.maven.plugin
SHOW_TESTS := $(LOG).surefire=info
SHOW_WARNINGS := $(LOG).compiler=warn

# Virtual environments with finestra installed from the checkout, and the extras of each. Spark and
# Flink cannot share one.
ENVS := dev spark flink
EXTRAS_dev := dev,docs
EXTRAS_spark := dev,spark
EXTRAS_flink := dev,flink

# An extra accepts several versions of its engine; the environments have that of the root pom.xml.
ENGINE = $(shell sed -n 's|.*<$(1).version>\(.*\)</$(1).version>.*|\1|p' pom.xml)
PINS_spark = pyspark==$(call ENGINE,spark)
PINS_flink = apache-flink==$(call ENGINE,flink)

# make check also tests these versions; make lines tests all.
OLDEST := .venv/spark-3.5.0/.ready .venv/spark-4.0.2/.ready .venv/flink-1.20.5/.ready

# The connectors' jars, which the Python package finds in the checkout.
SPARK_JAR := java/spark/target/.jar
SPARK_35_JAR := java/spark-3.5_2.12/target/.jar
FLINK_JAR := java/flink/target/.jar
FLINK_120_JAR := java/flink-1.20/target/.jar
CONNECTORS := $(SPARK_JAR) $(SPARK_35_JAR) java/spark-3.5_2.13/target/.jar $(FLINK_JAR) $(FLINK_120_JAR)

.PHONY: help
help: ## list the verbs
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  %-18s %s\n", $$1, $$2 }' Makefile

.PHONY: env environments
environments: $(ENVS:%=.venv/%/.ready)
env: environments $(CONNECTORS) ## make the virtual environments in .venv, and the connectors' jars

.venv/%/.ready: pyproject.toml pom.xml
	$(PYTHON) -m venv .venv/$*
	FINESTRA_JARS=later .venv/$*/bin/pip install --quiet --disable-pip-version-check --editable '.[$(EXTRAS_$*)]' $(PINS_$*)
	touch $@

SPARK_SOURCES := pom.xml $(shell find java/core java/windowing java/sketches java/connector-parent java/spark java/spark-* -path '*/src/main/*' -type f -o -name pom.xml)
$(filter java/spark%,$(CONNECTORS)): java/%/target/.jar: $(SPARK_SOURCES)
	$(MVN) -pl java/$* -am package -Dmaven.test.skip=true
	touch $@

FLINK_SOURCES := pom.xml $(shell find java/core java/windowing java/sketches java/connector-parent java/flink java/flink-* -path '*/src/main/*' -type f -o -name pom.xml)
$(FLINK_JAR) $(FLINK_120_JAR): java/%/target/.jar: $(FLINK_SOURCES)
	$(MVN) -pl java/$* -am package -Dmaven.test.skip=true
	touch $@

DEMO ?= all
.PHONY: demo
demo: $(if $(filter core,$(DEMO)),,env) ## show sliding windows at work, in the terminal, on Spark and on Flink: make demo [DEMO=core]
	@bin/finestra demo $(DEMO)

# The class paths of the engines' own tests.
PEERS := target/.peers
$(PEERS): pom.xml $(shell find java/peers-* -path '*/src/*' -type f -o -name pom.xml)
	$(MVN) -Ppeers -pl java/peers-spark,java/peers-flink package
	mkdir -p $(@D) && touch $@

# All modules with their tests are compiled, and all jars made, by one run of Maven.
BUILT := target/.built
$(BUILT): pom.xml $(shell find java -path '*/src/*' -type f -o -name pom.xml)
	mkdir -p target && touch $@.began
	rm -f java/*/target/*.timestamp # the Scala plugin does not see that another module changed
	$(MVN) -T 2 package -DskipTests
	touch $(CONNECTORS)
	for tool in tools bench bench-flink; do touch -r $@.began java/$$tool/target/finestra.stamp; done
	mv $@.began $@

.PHONY: built
built:
	$(MAKE) environments & made=$$!; $(MAKE) $(BUILT) || { wait $$made; exit 1; }; wait $$made

.PHONY: test
test: built ## run every test, random suites with a twentieth of their trials: ten minutes on two cores
	$(PYTHON) tests/run.py test

.PHONY: check
check: built cluster-built $(PEERS) $(OLDEST) ## run everything that a push must pass: make test, the rest with more random cases, other versions of the engines, the clusters, and the engines' own tests
	$(PYTHON) tests/run.py check

.PHONY: test-long
test-long: ## run the Java tests at their long figures, for hours
	$(MVN) $(SHOW_TESTS) -Dfinestra.tier=long test

.PHONY: test-java
test-java: ## run the Java tests alone: make test-java [TIER=push]
	$(MVN) $(SHOW_TESTS) -Dfinestra.tier=$(or $(TIER),short) test

.PHONY: test-python
test-python: .venv/dev/.ready $(BUILT) ## run the Python tests that need no engine
	$(DEV)/pytest python tests/launcher tests/lines tests/packaging --ignore=tests/packaging/shipped

.PHONY: test-spark
test-spark: .venv/spark/.ready $(SPARK_JAR) ## run the Python tests on Spark
	.venv/spark/bin/pytest tests/spark

.PHONY: test-flink
test-flink: .venv/flink/.ready $(FLINK_JAR) .venv/spark/.ready $(SPARK_JAR) ## run the Python tests on Flink
	.venv/flink/bin/pytest tests/flink

ROUNDS ?= 1
.PHONY: parity
parity: .venv/spark/.ready $(SPARK_JAR) .venv/flink/.ready $(FLINK_JAR) ## compare the same random features, in batches and streams on both engines, with plain Python: make parity [ROUNDS=20] [SEED=1]
	seed=$(or $(SEED),$$(od -An -N4 -tu4 /dev/urandom | tr -d ' ')); \
	for round in $$(seq $(ROUNDS)); do \
	  echo "make parity SEED=$$seed"; export FINESTRA_SEED=$$seed; \
	  .venv/spark/bin/pytest -q -k plain_python tests/spark/test_features.py || exit; \
	  .venv/flink/bin/pytest -q -k plain_python tests/flink/test_features.py || exit; \
	  seed=$$((seed + 1)); \
	done

.PHONY: wheel
wheel: .venv/dev/.ready ## build the sdist and the wheel, which contains the jars, into dist/
	rm -rf dist
	MVN='$(MVN)' $(DEV)/hatchling build -t sdist -t wheel -d dist

.PHONY: package-test
package-test: .venv/dev/.ready ## test the wheel and the Maven artifacts as users install them, in clean environments
	MVN='$(MVN)' $(DEV)/pytest tests/packaging/shipped

# Other versions of the engines that Finestra supports; each has a virtual environment.
LINES_SPARK_4 := 4.0.2 4.1.1 4.3.0
LINES_SPARK := 3.5.0 3.5.9 $(LINES_SPARK_4)
LINES_FLINK := 1.20.5 2.1.1 2.2.1
# The oldest and the newest version of Python that an engine supports; PyFlink 2.3 has no 3.13.
LINES_PYTHON := 3.9-spark-3.5.9 3.13-spark-4.3.0 3.12-flink-2.3.0
# The tests of the package that run with each engine, without the tools that write the docs.
PACKAGE_TESTS := $(patsubst %,python/tests/test_%.py,cli features gateway names tree trips version window)
# The tests in Python that make check runs on the oldest version of Spark 3.5 and of Spark 4.
SMOKE_SPARK := tests/spark/test_functions.py tests/spark/test_sliding.py tests/spark/test_unchanged_queries.py
# Not pinned, because each version of an engine needs other versions of these.
LINES_EXTRAS := click hypothesis numpy pandas pytest pyyaml rich
# PySpark 3.5 needs NumPy 1, which later versions of PyArrow reject.
SPARK_35_EXTRAS := 'numpy<2' 'pandas<2.3' 'pyarrow<19'
# PySpark 3.5 has no server of Spark Connect. Only on these versions do the tests add it from Maven.
SPARK_35_CONNECT := 3.5.0
COPY := org.apache.maven.plugins:maven-dependency-plugin:3.8.1
TEST_SPARK_35 := $(MVN) $(SHOW_TESTS) -am test -Dmaven.test.skip=false -Dsurefire.failIfNoSpecifiedTests=false
# The tests in Java that make check runs on Spark 3.5: answers next to Spark's own, and restores.
SMOKE_SPARK_35 := *AgainstSparkTest,StreamAgainstBatchTest,StateTest,RestartsTest,GoldenCheckpointTest,SparkWaysInTest
TEST_FLINK_120 := $(MVN) $(SHOW_TESTS) -pl java/flink-1.20 -am test -DskipTests=false \
  -Dsurefire.failIfNoSpecifiedTests=false '-Dtest=dev/finestra/flink/**/*Test'

# Pytest's reports, from which lines-table writes the table in docs/versions.md.
REPORTS := target/lines

.PHONY: lines
lines: lines-spark checkpoints-test python-versions-test plugins-test lines-flink lines-table ## test the connectors on all other versions of Spark and Flink that they support

# For JVMs that live for a minute or less: compiling with C2 takes a third of their CPU time.
ONLY_C1 := -XX:TieredStopAtLevel=1

.PHONY: lines-check
lines-check: $(OLDEST) $(CONNECTORS)
	$(PYTHON) tests/lines/references.py
	for version in 3.5.0 4.0.2; do JDK_JAVA_OPTIONS=$(ONLY_C1) .venv/spark-$$version/bin/pytest -m 'not check' -k classic $(SMOKE_SPARK); done
	$(TEST_SPARK_35) -pl java/spark-3.5_2.12 '-Dtest=$(SMOKE_SPARK_35)' -Dfinestra.tier=short -Dtests.jvm=$(ONLY_C1)
	JDK_JAVA_OPTIONS=$(ONLY_C1) .venv/flink-1.20.5/bin/pytest -m 'not check' tests/flink/test_windows.py tests/flink/test_sql.py tests/flink/test_features.py
	$(TEST_FLINK_120) -Dfinestra.tier=short -Dtests.jvm=$(ONLY_C1)
	@echo 'tests pass on Spark 3.5 and 4.0 and on Flink 1.20; these versions lack no reference'

.PHONY: lines-spark
lines-spark: $(LINES_SPARK:%=.venv/spark-%/.ready) $(SPARK_JAR) $(SPARK_35_JAR) java-tests-spark
	for version in $(LINES_SPARK); do echo "Spark $$version"; .venv/spark-$$version/bin/pytest --junit-xml=$(REPORTS)/spark-$$version.xml tests/spark; done
	$(TEST_SPARK_35) -pl java/spark-3.5_2.12,java/spark-3.5_2.13 '-Dtest=dev/finestra/spark/**/*Test' -Dfinestra.tier=$(or $(TIER),push)

# Runs the compiled tests of java/spark with the shipped jar on the other versions of Spark 4.
.PHONY: java-tests-spark
java-tests-spark: $(BUILT) $(LINES_SPARK_4:%=.venv/spark-%/.ready)
	$(MVN) $(COPY):copy -Dartifact=org.junit.platform:junit-platform-console-standalone:1.13.4 -DoutputDirectory=$(CURDIR)/java/spark/target/console
	TIER=$(or $(TIER),push) $(PYTHON) tests/lines/java_tests.py $(LINES_SPARK_4)

# Each step of the test runs in the environment of its version.
.PHONY: checkpoints-test
checkpoints-test: .venv/dev/.ready .venv/spark/.ready $(LINES_SPARK:%=.venv/spark-%/.ready) $(SPARK_JAR) $(SPARK_35_JAR) ## move checkpoints of streams between versions of Spark
	$(DEV)/pytest tests/lines/checkpoints.py

.PHONY: python-versions-test
python-versions-test: $(LINES_PYTHON:%=.venv/python-%/.ready) .venv/spark/.ready $(SPARK_JAR) $(SPARK_35_JAR) $(FLINK_JAR) ## run the tests on the oldest and newest version of Python: make python-versions-test [PYTHON39=…]
	for each in $(LINES_PYTHON); do echo "Python $$each"; engine=$${each%-*}; .venv/python-$$each/bin/pytest tests/$${engine#*-} $(PACKAGE_TESTS); done

# Other extensions of Spark, with which Finestra shares a session.
PLUGINS := io.delta:delta-spark_2.12:3.3.2 io.delta:delta-storage:3.3.2 \
  org.apache.iceberg:iceberg-spark-runtime-3.5_2.12:1.10.0 org.apache.datafusion:comet-spark-spark3.5_2.12:0.12.0
target/plugins/.ready: Makefile
	for jar in $(PLUGINS); do $(MVN) $(COPY):copy -Dartifact=$$jar -DoutputDirectory=$(CURDIR)/target/plugins; done
	touch $@

.PHONY: plugins-test
plugins-test: target/plugins/.ready .venv/spark-3.5.9/.ready $(SPARK_35_JAR) ## test Finestra beside Delta, Iceberg and Comet, in one session of Spark 3.5
	.venv/spark-3.5.9/bin/pytest tests/plugins

.PHONY: lines-flink
lines-flink: $(LINES_FLINK:%=.venv/flink-%/.ready) $(FLINK_JAR) $(FLINK_120_JAR) .venv/spark/.ready $(SPARK_JAR)
	for version in $(LINES_FLINK); do echo "Flink $$version"; .venv/flink-$$version/bin/pytest --junit-xml=$(REPORTS)/flink-$$version.xml tests/flink; done
	$(TEST_FLINK_120) -Dfinestra.tier=$(or $(TIER),push)

# The versions of the root pom.xml, whose other tests make check runs, complete the table.
.PHONY: lines-table
lines-table: .venv/spark/.ready .venv/flink/.ready $(SPARK_JAR) $(FLINK_JAR)
	.venv/spark/bin/pytest --junit-xml=$(REPORTS)/spark-$(call ENGINE,spark).xml $$($(PYTHON) tests/lines/features.py tests spark)
	.venv/flink/bin/pytest --junit-xml=$(REPORTS)/flink-$(call ENGINE,flink).xml $$($(PYTHON) tests/lines/features.py tests flink)
	$(PYTHON) tests/lines/features.py record $(REPORTS)

.venv/spark-%/.ready: pyproject.toml
	$(PYTHON) -m venv .venv/spark-$*
	.venv/spark-$*/bin/pip install --quiet --disable-pip-version-check 'pyspark[connect]==$*' $(LINES_EXTRAS) $(if $(filter 3.5.%,$*),$(SPARK_35_EXTRAS))
	$(if $(filter $(SPARK_35_CONNECT),$*),$(MVN) $(COPY):copy -Dartifact=org.apache.spark:spark-connect_2.12:$* -DoutputDirectory=$$(echo $(CURDIR)/.venv/spark-$*/lib/python*/site-packages/pyspark/jars))
	FINESTRA_JARS=later .venv/spark-$*/bin/pip install --quiet --disable-pip-version-check --no-deps --editable .
	touch $@

.venv/flink-%/.ready: pyproject.toml
	$(PYTHON) -m venv .venv/flink-$*
	.venv/flink-$*/bin/pip install --quiet --disable-pip-version-check 'apache-flink==$*' setuptools $(LINES_EXTRAS)
	FINESTRA_JARS=later .venv/flink-$*/bin/pip install --quiet --disable-pip-version-check --no-deps --editable .
	touch $@

# Such as .venv/python-3.9-spark-3.5.9.
.venv/python-%/.ready: pyproject.toml
	interpreter=$$($(PYTHON) tests/lines/interpreter.py $(firstword $(subst -, ,$*))); $$interpreter -m venv .venv/python-$*
	.venv/python-$*/bin/pip install --quiet --disable-pip-version-check '$(if $(findstring spark,$*),pyspark[connect],apache-flink)==$(lastword $(subst -, ,$*))' setuptools $(LINES_EXTRAS) py4j $(if $(findstring -3.5.,$*),$(SPARK_35_EXTRAS))
	FINESTRA_JARS=later .venv/python-$*/bin/pip install --quiet --disable-pip-version-check --no-deps --editable .
	touch $@

.PHONY: one
one: ## run one Java test: make one T=RecalculationTest [TIER=push] [MODULE=flink-1.20]
	@[ -n "$(T)" ] || { echo 'usage: make one T=Class#method [TIER=short|push|long]' >&2; exit 2; }
	@test='$(T)'; class=$${test%%#*}; \
	modules=$(if $(MODULE),java/$(MODULE),$$(find java/*/src/test -name "$$class.java" -o -name "$$class.scala" | sed 's|/src/test/.*||' | paste -sd$(comma))); \
	[ -n "$$modules" ] || { echo "No test class $$class below java/*/src/test." >&2; exit 2; }; \
	$(MVN) $(SHOW_TESTS) -pl "$$modules" -am -DskipTests=false -Dsurefire.failIfNoSpecifiedTests=false test "-Dtest=$$test" \
	  '-Dfinestra.tier=$(or $(TIER),short)' $(if $(SEED),'-Dfinestra.seed=$(SEED)')

.PHONY: replay
replay: ## run one random test again with its seed: make replay T=Class#method SEED=… [TIER=push]
	@[ -n "$(T)" ] && [ -n "$(SEED)" ] || { echo 'usage: make replay T=Class#method SEED=number' >&2; exit 2; }
	@$(MAKE) one T='$(T)' SEED='$(SEED)' TIER='$(or $(TIER),push)' MODULE='$(MODULE)'

.PHONY: lint
lint: lint-java lint-python lint-house ## check format, types, warnings, dependencies, names and commit subjects (changes nothing)

.PHONY: lint-java
lint-java: ## check the format of Java and Scala, compiler warnings and error-prone
	rm -f java/*/target/lint/*.timestamp # the Scala plugin does not see that another module changed
	$(MVN) -T 2 $(SHOW_WARNINGS) -Plint,cluster,peers spotless:check test-compile

.PHONY: lint-python
lint-python: .venv/dev/.ready ## run ruff, mypy, import-linter and a strict build of the docs
	$(DEV)/ruff check
	$(DEV)/ruff format --check
	$(DEV)/mypy
	$(DEV)/lint-imports
	$(DEV)/mkdocs build --strict --quiet --site-dir target/lint-site

.PHONY: lint-house
lint-house: ## check that class names are unique, that modules keep their tests, commit subjects, and planted bugs
	$(PYTHON) tests/lint/names.py
	$(PYTHON) tests/lint/subjects.py
	$(PYTHON) tests/lint/bugs.py

.PHONY: format
format: .venv/dev/.ready ## format Java and Python in place
	$(MVN) -Pcluster,peers spotless:apply
	$(DEV)/ruff check --fix-only --quiet
	$(DEV)/ruff format

.PHONY: bench
BENCH ?= core --quick --out results/core.json
bench: ## run benchmarks: make bench BENCH='core --out results/core.json'
	bin/finestra bench $(BENCH)

MATRIX ?= --out results/spark-matrix.json
.PHONY: bench-matrix-spark
bench-matrix-spark: ## look for queries that Finestra makes slower than Spark: make bench-matrix-spark [MATRIX='--only OVER']
	bin/finestra bench spark-matrix $(MATRIX)

FLINK_MATRIX ?= --out results/flink-matrix.json
.PHONY: bench-matrix-flink
bench-matrix-flink: ## look for windows that Finestra makes slower than Flink's: make bench-matrix-flink [FLINK_MATRIX='--only heap_1_uniform_10']
	bin/finestra bench flink-matrix $(FLINK_MATRIX)

# Spark 4.2 and Flink 2.3 are in .venv/spark and .venv/flink.
VERSIONS ?= spark-3.5.9 spark-4.0.2 spark-4.1.1 spark spark-4.3.0 $(LINES_FLINK:%=flink-%) flink
.PHONY: bench-lines
bench-lines: $(foreach each,$(VERSIONS),.venv/$(each)/.ready) $(CONNECTORS) ## compare the engines' own operators with Finestra's on each version: make bench-lines [VERSIONS=spark-3.5.9]
	PYTHONPATH=python $(PYTHON) -m finestra.bench.lines $(VERSIONS)

.PHONY: chart
chart: .venv/dev/.ready ## draw the charts of docs/pictures and write the tables of docs/measurements from their data
	$(DEV)/python docs/measurements/chart.py

PAPER ?=
.PHONY: paper
paper: .venv/dev/.ready ## repeat the papers' experiments, draw their figures and write docs/report: make paper PAPER='--paper daba --full'
	bin/finestra bench paper --report docs/report/index.html $(PAPER)

# The fuzz tests run one after the other, each for the maxDuration of its @FuzzTest or for FUZZ_SECONDS.
# Jazzer would instrument each specialized copy of an algorithm again, so there are none. Jazzer writes an
# input that fails below java/testing/src/test/resources; later runs begin with it.
FUZZ_ARG := -Djazzer.internal.arg
FUZZ_OPTIONS := -Dfinestra.copies=false $(FUZZ_ARG).0=jazzer $(FUZZ_ARG).1=-len_control=0 \
  $(if $(FUZZ_SECONDS),$(FUZZ_ARG).2=-max_total_time=$(FUZZ_SECONDS))

.PHONY: fuzz
fuzz: ## fuzz the readers of snapshots and of names with Jazzer, 30 minutes each: make fuzz [FUZZ_SECONDS=60] [T=NameFuzzTest]
	@classes=$$(grep -rl --include='$(or $(T),*).java' '@FuzzTest' java/testing/src/fuzz || true); \
	[ -n "$$classes" ] || { echo 'No such fuzz test below java/testing/src/fuzz.' >&2; exit 2; }; \
	for file in $$classes; do \
	  class=$$(basename "$$file" .java); echo "fuzzing $$class"; \
	  JAZZER_FUZZ=1 $(MVN) $(SHOW_TESTS) -Pfuzz -pl java/testing -am -Dsurefire.failIfNoSpecifiedTests=false test -Dtest="$$class" $(FUZZ_OPTIONS); \
	done

.PHONY: mutants
mutants: ## plant bugs and mutate the algorithms (PIT): the tests must notice
	MVN='$(MVN)' $(PYTHON) tests/mutants/planted.py
	MVN='$(MVN)' $(PYTHON) tests/mutants/pit.py

# Each test writes its exhibits; then the release is listed, and from then on it must be there.
GOLDEN_TESTS := GoldenTest\#writeSnapshots,GoldenSavepointTest\#writeSavepoints,GoldenTableTest\#writeStates,GoldenCheckpointTest\#writeCheckpoints

.PHONY: golden
golden: ## add this build's bytes to the museum that later builds must read: make golden RELEASE=0.2.0
	@[ -n "$(RELEASE)" ] || { echo 'usage: make golden RELEASE=0.2.0' >&2; exit 2; }
	$(MVN) -pl java/testing,java/flink,java/spark -am clean test -Dsurefire.failIfNoSpecifiedTests=false \
	  '-Dtest=$(GOLDEN_TESTS)' '-Dfinestra.release=$(RELEASE)'
	$(MVN) -pl java/flink-1.20 -am test -DskipTests=false -Dsurefire.failIfNoSpecifiedTests=false \
	  '-Dtest=GoldenSavepointTest#writeSavepoints' '-Dfinestra.release=$(RELEASE)'
	$(MVN) -pl java/spark-3.5_2.12 -am test -Dmaven.test.skip=false -Dsurefire.failIfNoSpecifiedTests=false \
	  '-Dtest=GoldenCheckpointTest#writeCheckpoints' '-Dfinestra.release=$(RELEASE)'
	echo '$(RELEASE)' >>tests/compat/RELEASES

.PHONY: catalogue
catalogue: ## write Python's names of algorithms and aggregations, as Java's catalogs have them
	$(MVN) -pl java/tools -am test -Dsurefire.failIfNoSpecifiedTests=false -Dtest=PythonCatalogueTest -Dfinestra.catalogue=write

JAVADOC := java/core$(if $(wildcard java/sketches/src/main),$(comma)java/sketches)
.PHONY: docs
docs: .venv/dev/.ready ## build the docs site with core's Javadoc: target/site/index.html
	$(MVN) -pl $(JAVADOC) compile javadoc:javadoc
	$(DEV)/mkdocs build --strict --quiet

.PHONY: clean
clean: ## remove all build output and the virtual environments
	$(MVN) clean
	rm -rf .venv .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis

.PHONY: dependencies
dependencies: ## write all dependencies and their licences to docs/dependencies.md
	$(PYTHON) tests/packaging/dependencies.py

# pip-audit asks the index of Python packages, which must support such queries.
.PHONY: audit
audit: .venv/dev/.ready ## look for known vulnerabilities of dependencies: make audit [ADVISORIES=folder]
ifdef ADVISORIES
	$(DEV)/python tests/packaging/advisories.py '$(ADVISORIES)'
else
	$(PYTHON) -m venv target/audit && target/audit/bin/pip install --quiet pip-audit==2.10.1
	$(PYTHON) tests/packaging/dependencies.py --pinned >target/audit/pinned.txt
	target/audit/bin/pip-audit --strict --no-deps --disable-pip -r target/audit/pinned.txt
endif

.PHONY: browser-test
browser-test: .venv/dev/.ready ## test the report page in headless Chromium, which is installed on Debian if missing
	command -v chromium >/dev/null || apt-get install --yes --quiet --no-install-recommends chromium
	$(DEV)/pytest python/tests/test_paper.py -k browser

.PHONY: examples
examples: .venv/spark/.ready $(SPARK_JAR) .venv/flink/.ready $(FLINK_JAR) ## run all examples
	.venv/spark/bin/pytest tests/spark/test_examples.py
	.venv/flink/bin/pytest tests/flink/test_examples.py

# The cluster tests need a container engine. If docker works, they use it. Otherwise they start the
# engine in CONTAINERS and stop it afterwards, unless KEEP is set. Without either, they are skipped.
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

$(CLUSTER_JAR): pom.xml $(shell find java/core java/windowing java/sketches java/connector-parent java/flink java/flink-parent java/cluster-flink -path '*/src/main/*' -type f -o -name pom.xml)
	$(MVN) -Pcluster -pl java/cluster-flink -am package -Dmaven.test.skip=true
	touch $@

$(SPARK_CONNECTORS): pom.xml java/cluster-spark/pom.xml
	$(MVN) -Pcluster -pl java/cluster-spark package
	touch $@

.PHONY: cluster-built
cluster-built: $(CLUSTER_READY)

.PHONY: peers-flink
peers-flink: $(FLINK_JAR) $(PEERS) ## run Flink's own tests of windows in SQL, without Finestra and with it
	$(PYTHON) tests/peers/flink.py all

.PHONY: peers-spark
peers-spark: $(SPARK_JAR) $(PEERS) ## run Spark's own tests of windows and aggregates, without Finestra and with it: 46 minutes
	$(PYTHON) tests/peers/spark.py all

.PHONY: cluster-test
cluster-test: $(CLUSTER_READY) ## run Flink, Spark, Kafka and PostgreSQL in containers and kill their processes; build and run the images for Kubernetes
	$(IN_CONTAINERS) .venv/cluster/bin/pytest -s tests/cluster

.PHONY: demo-features
demo-features: env $(CLUSTER_READY) ## show one declaration from the training set to PostgreSQL, on Spark and on Flink, and compare all features; PostgreSQL runs in a container
	bin/finestra demo features
	$(IN_CONTAINERS) .venv/cluster/bin/pytest -q -s tests/cluster/test_serving.py

.PHONY: crash
crash: $(CLUSTER_READY) ## run the cluster tests with 20 kills of task managers and of executors
	export FINESTRA_KILLS=20; $(IN_CONTAINERS) .venv/cluster/bin/pytest -s tests/cluster

MINUTES ?= 30
.PHONY: soak
soak: ## run a Flink job under load and check that nothing grows: make soak [MINUTES=30]
	$(MVN) $(SHOW_TESTS) -pl java/flink -am test -Dtest=Soak \
	  -Dsurefire.failIfNoSpecifiedTests=false -Dfinestra.soak.minutes=$(MINUTES)
