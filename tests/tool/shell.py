"""Running the program under test as a shell does."""
import signal
import subprocess


def run(command, seconds, environment=None):
    """Status, output and errors of a command that ends by itself."""
    done = subprocess.run(command, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=seconds,
                          check=False)
    return done.returncode, done.stdout, done.stderr


def interrupted(command, seconds, environment=None):
    """The same of one that is interrupted after a second; None where it ended before."""
    with subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                          env=environment) as process:
        try:
            process.wait(timeout=1)
            return None
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGINT)
            out, err = process.communicate(timeout=seconds)
            return process.returncode, out, err
        finally:
            process.kill()
