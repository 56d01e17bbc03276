package dev.finestra.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.GeneralCodingRules.ACCESS_STANDARD_STREAMS;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The house's rules that a machine can check: who may see whom. */
class ArchitectureTest {
  private static final JavaClasses CORE =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("dev.finestra");

  @Test
  void shouldNeedOnlyTheJdk() {
    classes()
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage("java..", "dev.finestra..")
        .check(CORE);
  }

  @Test
  void shouldKeepAlgorithmsFreeOfCommandLineAndBenchmarks() {
    noClasses()
        .that()
        .resideInAPackage("dev.finestra.internal.window..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("dev.finestra.tools.cli..", "dev.finestra.bench..")
        .check(CORE);
  }

  @Test
  void shouldRestNothingOnTheCommandLine() {
    noClasses()
        .that()
        .resideOutsideOfPackage("dev.finestra.tools.cli..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("dev.finestra.tools.cli..")
        .check(CORE);
  }

  @Test
  void shouldLeaveStandardStreamsToTheCommandLine() {
    noClasses()
        .that()
        .resideOutsideOfPackage("dev.finestra.tools.cli..")
        .should(ACCESS_STANDARD_STREAMS)
        .check(CORE);
  }

  /**
   * Each package is a slice of its own, but for the base package, which names the contract and the
   * ways in and is seen from everywhere.
   */
  @Test
  void shouldHaveNoCyclesBetweenPackages() {
    slices().matching("dev.finestra.(**)").should().beFreeOfCycles().check(CORE);
  }

  @Test
  void shouldExplainEveryPackage() throws IOException {
    Path sources = Path.of("src/main/java");
    try (Stream<Path> files = Files.walk(sources)) {
      List<Path> unexplained =
          files
              .filter(file -> file.toString().endsWith(".java"))
              .map(Path::getParent)
              .distinct()
              .filter(folder -> Files.notExists(folder.resolve("package-info.java")))
              .map(sources::relativize)
              .sorted()
              .toList();
      assertEquals(List.of(), unexplained, "packages without package-info.java");
    }
  }
}
