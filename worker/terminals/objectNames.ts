/** Names that Durable Object ids are derived from. A terminal's: the shard of its account, a hyphen, the terminal's id. */
export const terminalObjectName = (shard: string, terminal: string): string => `${shard}-${terminal}`

/** @param name in that form: it is not checked here */
export const parseTerminalObjectName = (name: string): { readonly shard: string; readonly terminal: string } => ({
  shard: name.slice(0, 2),
  terminal: name.slice(3),
})

type Mode = 'test' | 'live'

/** Each mode has its own codes, so that a test key finds no device that waits for a live one. */
export const pairingObjectName = (mode: Mode, code: string): string => `code:${mode}:${code}`

export const parsePairingObjectName = (name: string): string => name.slice(name.lastIndexOf(':') + 1)
