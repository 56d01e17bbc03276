package dev.finestra.peers.flink;

import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;

/** Installs Finestra's operators in all environments of the tests, if its jar is there. */
public final class Installed implements LauncherSessionListener {
  private static final String INSTALLATION = "dev.finestra.flink.internal.planner.Installation";

  @Override
  public void launcherSessionOpened(LauncherSession session) {
    try {
      Class.forName(INSTALLATION).getMethod("inAllSessions", boolean.class).invoke(null, false);
    } catch (ClassNotFoundException isOff) {
      System.out.println("Flink's tests run without Finestra");
    } catch (ReflectiveOperationException changed) {
      throw new LinkageError("Finestra's jar has no such installation", changed);
    }
  }
}
