/** One thing wrong with the configuration. Neither part ever contains a secret. */
export interface ConfigurationProblem {
  /** The name as it was given and where: `DRAGOMAN_PORT (environment)`. */
  readonly where: string;
  readonly reason: string;
}

/** Everything wrong with the configuration at once, for the person who starts the server. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
  readonly problems: readonly ConfigurationProblem[];

  constructor(problems: readonly ConfigurationProblem[]) {
    const lines = problems.map(({ where, reason }) => `  ${where}: ${reason}`);
    super(`The configuration is not valid.\n${lines.join('\n')}`);
    this.problems = problems;
  }
}
