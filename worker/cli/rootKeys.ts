import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { appendFile, readFile } from 'node:fs/promises'
import { Complaint } from './complaint.ts'

/** `<version>:<base64 of 32 random bytes>`: the worker's secret that wraps every other key of the vault. */
const newRootKeys = (): string => `1:${randomBytes(32).toString('base64')}`

const textOf = async (file: string): Promise<string> => (existsSync(file) ? await readFile(file, 'utf8') : '')

/**
 * Writes a random ROOT_KEYS into a file of variables that has none yet. One that is there is never replaced, and none is
 * made for databases that exist already: what they keep is sealed by a key that is lost.
 */
export const ensureRootKeys = async (file: string, databases: string): Promise<void> => {
  const text = await textOf(file)
  if (/^\s*ROOT_KEYS\s*=/m.test(text)) return
  if (existsSync(databases))
    throw new Complaint(`${file} has no ROOT_KEYS, so the cards kept in ${databases} cannot be opened: npm run reset`)
  const lineBreak = text === '' || text.endsWith('\n') ? '' : '\n'
  await appendFile(file, `${lineBreak}ROOT_KEYS="${newRootKeys()}"\n`, { mode: 0o600 })
}
