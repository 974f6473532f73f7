/** An error that the user can fix. Its message is printed without a stack. */
export class CliError extends Error {
  override readonly name = 'CliError'
}

/** Runs a command's main function. Errors end it with exit code 1; a CliError prints its message only, others with their stack. */
export const runCommand = async (main: () => Promise<void>): Promise<void> => {
  try {
    await main()
  } catch (error) {
    console.error(error instanceof CliError ? error.message : error)
    process.exitCode = 1
  }
}
