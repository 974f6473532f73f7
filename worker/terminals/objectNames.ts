/** Names that Durable Object ids are derived from. A terminal's: the shard of its account, a hyphen, the terminal's id. */
export const terminalObjectName = (shard: string, terminal: string): string => `${shard}-${terminal}`

/** @param name in that form: it is not checked here */
export const parseTerminalObjectName = (name: string): { readonly shard: string; readonly terminal: string } => ({
  shard: name.slice(0, 2),
  terminal: name.slice(3),
})

const prefix = 'code:'

export const pairingObjectName = (code: string): string => prefix + code

export const parsePairingObjectName = (name: string): string => name.slice(prefix.length)
