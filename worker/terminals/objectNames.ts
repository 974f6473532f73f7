/** What objects are called by. A reader: the shard of its account, a hyphen, the id of its terminal. */
export const readerName = (shard: string, terminal: string): string => `${shard}-${terminal}`

/** A reader's name, taken apart. Only of a text that has the form of one. */
export const parseTerminalObjectName = (name: string): { readonly shard: string; readonly terminal: string } => ({
  shard: name.slice(0, 2),
  terminal: name.slice(3),
})

const prefix = 'code:'

/** The object of a code that a reader shows. */
export const pairingObjectName = (code: string): string => prefix + code

export const parsePairingObjectName = (name: string): string => name.slice(prefix.length)
