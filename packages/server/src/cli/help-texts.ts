/** What stands below the options in the help of a command: examples first. */
export const CLI_HELP = {
  dragoman: `
Examples:
  $ dragoman serve                            the HTTP service
  $ dragoman translate --to es "Good morning" without a server
  $ dragoman doctor                           what works here, and what does not

Exit codes: 0 success, 1 failure, 2 wrong usage, 130 interrupted.`,

  translate: `
Examples:
  $ dragoman translate --to es "Good morning"
  $ dragoman translate --to pt-BR --from es --file letter.txt --output carta.txt
  $ dragoman translate --to de report.docx -o bericht.docx
  $ dragoman translate --to ca --file site/ --recursive --output-dir ca/
  $ cut -f2 strings.tsv | dragoman translate --from en --to es --lines
  $ dragoman translate --to es --server http://127.0.0.1:3030 < long.txt

Text and markup may have up to 10 MiB, documents up to 50 MiB; text and markup must be UTF-8. Documents keep their formatting. An output file is written when it is complete.
With --server, the key is taken from DRAGOMAN_AUTH_KEY or, for a local server, from the data folder.
All settings of the server are accepted as well: docs/reference/configuration.md`,

  detect: `
Examples:
  $ dragoman detect "La casa es gran"
  $ dragoman detect --lines --json < comments.txt`,

  languages: `
Examples:
  $ dragoman languages
  $ dragoman languages --json --server http://127.0.0.1:3030`,

  doctor: `
The exit code is 1 if no languages can be translated, or if there is a problem with the server.`,

  evaluate: `
Examples:
  $ dragoman evaluate --pairs en-de --testset testsets/flores
  $ dragoman evaluate --pairs en-de,de-en --testset testsets/own --sentences 50

Every sentence is translated over every installed route, also by language models.
The scores are written to route-scores.json in the data folder.`,

  migrate: `
Examples:
  $ dragoman migrate --plan       what the next start would change
  $ dragoman migrate              before the servers of a new version start
  $ dragoman migrate --contract   after the last server of an older version has ended`,

  setup: `
Examples:
  $ dragoman setup                    asks for the languages, and before the download
  $ dragoman setup de French          shows sizes and licence, and asks before the download
  $ dragoman setup --languages de,fr  asks nothing; the same as: dragoman setup de fr --yes

Nothing else is asked. The languages are added to "languages" in the configuration file.`,

  completion: `
Add the line for your shell to its startup file:
  bash (~/.bashrc)                   source <(dragoman completion bash)
  zsh (~/.zshrc, after compinit)     source <(dragoman completion zsh)
  fish (~/.config/fish/config.fish)  dragoman completion fish | source`,
} as const;
