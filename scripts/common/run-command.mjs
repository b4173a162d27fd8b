import { spawn } from 'node:child_process';

const KILL_AFTER_MS = 5000;
const MAX_KEPT_CHARACTERS = 200_000;

const signalGroup = (child, signal) => {
  try {
    process.kill(-child.pid, signal);
  } catch {
    // The group is gone already.
  }
};

/**
 * Runs a program with a time limit. Its output goes to the terminal (`output: 'show'`), or is
 * collected and returned (`'keep'`, the last 200,000 characters). Signals to this process end the
 * program and everything it started.
 *
 * Resolves to `{ code, output, timedOut }`; `code` is 127 when the program cannot be started.
 */
export const runCommand = (command, args, { timeoutMs, output = 'keep', env, cwd } = {}) =>
  new Promise((resolve) => {
    const show = output === 'show';
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      // Standard error joins standard output, so that the order of the lines is kept.
      stdio: show ? ['ignore', 1, 1] : ['ignore', 'pipe', 'pipe'],
      // A separate process group, so that a test runner's children end with it.
      detached: true,
    });
    let kept = '';
    let timedOut = false;
    let killTimer;
    const keep = (chunk) => {
      kept = (kept + chunk).slice(-MAX_KEPT_CHARACTERS);
    };
    child.stdout?.setEncoding('utf8').on('data', keep);
    child.stderr?.setEncoding('utf8').on('data', keep);

    const end = (signal) => {
      signalGroup(child, signal);
      killTimer ??= setTimeout(() => signalGroup(child, 'SIGKILL'), KILL_AFTER_MS);
    };
    const limit = setTimeout(() => {
      timedOut = true;
      end('SIGTERM');
    }, timeoutMs);
    const exitCodes = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 };
    const handlers = Object.entries(exitCodes).map(([signal, code]) => {
      const handler = () => {
        end('SIGTERM');
        child.once('close', () => process.exit(code));
      };
      process.on(signal, handler);
      return [signal, handler];
    });
    const finish = (code) => {
      clearTimeout(limit);
      clearTimeout(killTimer);
      for (const [signal, handler] of handlers) process.off(signal, handler);
      resolve({ code, output: kept, timedOut });
    };
    child.once('error', (error) => {
      keep(String(error));
      finish(127);
    });
    child.once('close', (code) => finish(code ?? 1));
  });
