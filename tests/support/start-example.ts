import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** An example that serves pages, running as a user would run it. */
export interface ExampleServer {
  readonly url: string;
  readonly output: () => string;
  stop(): Promise<void>;
}

/** Starts a file below `examples` on a free port and waits until it prints its address. */
export const startExample = async (
  file: string,
  environment: Readonly<Record<string, string>>,
): Promise<ExampleServer> => {
  const path = fileURLToPath(new URL(`../../examples/${file}`, import.meta.url));
  const child: ChildProcess = spawn(process.execPath, [path, '0'], {
    env: { PATH: process.env.PATH, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = once(child, 'exit');
  let output = '';
  const url = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      const found = /http:\/\/127\.0\.0\.1:\d+/.exec(output);
      if (found) resolve(found[0]);
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    exited.then(() => reject(new Error(`${file} ended:\n${output}`)), reject);
  });
  return {
    url,
    output: () => output,
    async stop() {
      if (child.exitCode === null) child.kill('SIGTERM');
      await exited;
    },
  };
};
