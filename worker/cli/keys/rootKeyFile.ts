import { open, readFile, realpath, rename, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Secret } from '#contract/schema/secret'
import { CliError } from '../cliError.ts'

/** The format of a file with ROOT_KEYS. */
interface Form {
  /** Null if the file has none or several. */
  find(text: string): string | null
  replace(text: string, keys: string): string
}

const line = /^(\s*(?:export\s+)?ROOT_KEYS\s*=[ \t]*)(["']?)([^"'#\n]*)\2(?=[ \t]*(?:#.*)?\r?$)/gm

/** A file of variables with one line ROOT_KEYS. Other lines stay unchanged. */
export const variables: Form = {
  find: (text) => {
    const found = [...text.matchAll(line)]
    return found.length === 1 ? (found[0]?.[3] ?? null) : null
  },
  replace: (text, keys) => text.replace(line, (_line, name: string) => `${name}"${keys}"`),
}

/** The operator's copy of the deployed secret, without anything else. */
export const copy: Form = { find: (text) => text, replace: (_text, keys) => `${keys}\n` }

export interface RootKeyFile {
  readonly keys: Secret
  /**
   * Replaces the keys atomically. Resolves when they are durable.
   *
   * @throws CliError where the file is no longer what was read
   */
  replace(keys: Secret): Promise<void>
}

/** fsync of the folder makes the renamed file durable. */
const syncFolder = async (path: string): Promise<void> => {
  const folder = await open(path)
  await folder.sync().finally(() => folder.close())
}

/** @throws CliError if the file or its ROOT_KEYS is missing. The error does not quote the path, since users sometimes pass the key instead. */
export const openRootKeyFile = async (path: string, form: Form, option: string): Promise<RootKeyFile> => {
  const file = await realpath(path).catch(() => {
    throw new CliError(`The file of ${option} does not exist.`)
  })
  const text = await readFile(file, 'utf8')
  const keys = form.find(text)
  if (keys === null) throw new CliError(`The file of ${option} must contain one line ROOT_KEYS="…".`)
  return {
    keys: new Secret(keys),
    replace: async (fresh) => {
      const beside = `${file}.${process.pid}.new`
      try {
        await writeFile(beside, form.replace(text, fresh.reveal()), { mode: 0o600, flag: 'wx', flush: true })
        if ((await readFile(file, 'utf8')) !== text)
          throw new CliError(
            'The file of root keys was changed by another process. Nothing was changed; check the file and retry.',
          )
        await rename(beside, file)
      } finally {
        await rm(beside, { force: true })
      }
      await syncFolder(dirname(file))
    },
  }
}

/** Appends retired keys to a file, one per line, without duplicates. */
export const keepRetired = async (path: string, keys: Iterable<Secret>): Promise<void> => {
  const known = await readFile(path, 'utf8').catch(() => '')
  const lines = [...keys].map((key) => `${key.reveal()}\n`).filter((key) => !known.includes(key))
  await writeFile(path, lines.join(''), { mode: 0o600, flag: 'a', flush: true })
  await syncFolder(dirname(path))
}
