/** The id of the connection to the simulator that every account has without adding it. */
export const builtInConnection = 'simulator'

/** The id of an operation's connection. */
export const connectionOf = ({ connection }: { readonly connection?: string }): string =>
  connection ?? builtInConnection
