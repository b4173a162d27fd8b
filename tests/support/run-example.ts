import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** Runs a file below `examples` to the end. Rejects when it fails, with its output. */
export const runExample = async (
  file: string,
  {
    args = [],
    input = '',
    environment = {},
  }: {
    readonly args?: readonly string[];
    readonly input?: string;
    readonly environment?: Readonly<Record<string, string>>;
  } = {},
): Promise<{ readonly output: string; readonly messages: string }> => {
  const path = fileURLToPath(new URL(`../../examples/${file}`, import.meta.url));
  const child = spawn(process.execPath, [path, ...args], {
    env: { PATH: process.env.PATH, ...environment },
    timeout: 60_000,
  });
  child.stdin.end(input);
  const [output, messages, [code]] = await Promise.all([
    child.stdout.toArray(),
    child.stderr.toArray(),
    once(child, 'exit') as Promise<[number | null]>,
  ]);
  const said = Buffer.concat(messages).toString();
  if (code !== 0) throw new Error(`${file} ended with ${code}:\n${said}`);
  return { output: Buffer.concat(output).toString(), messages: said };
};
