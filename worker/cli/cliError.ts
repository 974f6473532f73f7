/** Something that the person at the keyboard can mend: its message is one clear line, printed without a stack. */
export class Complaint extends Error {
  override readonly name = 'Complaint'
}

/**
 * Runs a command's main function. A Complaint ends it with its one line and exit code 1, anything else is a fault of
 * ours and keeps its stack.
 */
export const runCommand = async (main: () => Promise<void>): Promise<void> => {
  try {
    await main()
  } catch (error) {
    console.error(error instanceof Complaint ? error.message : error)
    process.exitCode = 1
  }
}
