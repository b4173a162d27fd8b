/** What stands below the options in the help of a command: examples first. */
export const CLI_HELP = {
  dragoman: `
Examples:
  $ dragoman serve                            the HTTP service
  $ dragoman translate --to es "Good morning" without a server
  $ dragoman doctor                           what works here, and what does not

Exit codes: 0 done, 1 failed, 2 wrong usage, 130 interrupted.`,

  translate: `
Examples:
  $ dragoman translate --to es "Good morning"
  $ dragoman translate --to pt-BR --from es --file letter.txt --output carta.txt
  $ dragoman translate --to ca --file site/*.html --output-dir ca/
  $ cut -f2 strings.tsv | dragoman translate --from en --to es --lines
  $ dragoman translate --to es --server http://127.0.0.1:3030 < long.txt

Files are at most 10 MiB of UTF-8. An output file appears when it is complete.
With --server, the key is DRAGOMAN_AUTH_KEY or, on the same machine, the one in the data folder.
All settings of the server are taken as well: docs/reference/configuration.md`,

  detect: `
Examples:
  $ dragoman detect "La casa es gran"
  $ dragoman detect --lines --json < comments.txt`,

  languages: `
Examples:
  $ dragoman languages
  $ dragoman languages --json --server http://127.0.0.1:3030`,

  doctor: `
It ends with exit code 1 when nothing can be translated, or the server of --server is out of order.`,

  completion: `
Put this line into the file your shell reads at its start:
  bash (~/.bashrc)                   source <(dragoman completion bash)
  zsh (~/.zshrc, after compinit)     source <(dragoman completion zsh)
  fish (~/.config/fish/config.fish)  dragoman completion fish | source`,
} as const;
