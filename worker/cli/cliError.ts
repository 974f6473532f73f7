/** An error that the user can fix. Its message is printed without a stack. */
export class CliError extends Error {
  override readonly name = 'CliError'
}

/** Ends a command that was asked for its usage: `runCommand` prints it and exits with code 0. */
class HelpRequested extends Error {
  override readonly name = 'HelpRequested'
}

/** Ends the command with its usage if the arguments contain `--help` or `-h`. */
export const answerHelp = (args: readonly string[], usage: string): void => {
  if (args.includes('--help') || args.includes('-h')) throw new HelpRequested(usage)
}

/**
 * Runs a command's main function. Errors end it with an exit code; a CliError prints its message only, others with their stack.
 *
 * @param failed the exit code after an error
 */
export const runCommand = async (main: () => Promise<void>, failed = 1): Promise<void> => {
  try {
    await main()
  } catch (error) {
    if (error instanceof HelpRequested) {
      console.log(error.message)
      return
    }
    console.error(error instanceof CliError ? error.message : error)
    process.exitCode = failed
  }
}
