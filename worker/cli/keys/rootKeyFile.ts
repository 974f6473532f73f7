import { open, readFile, realpath, rename, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Secret } from '#contract/schema/secret'
import { Complaint } from '../cliError.ts'

/** How a file holds ROOT_KEYS. */
interface Form {
  /** Null where it is not in there, or not once. */
  find(text: string): string | null
  replace(text: string, keys: string): string
}

const line = /^(\s*(?:export\s+)?ROOT_KEYS\s*=[ \t]*)(["']?)([^"'#\n]*)\2(?=[ \t]*(?:#.*)?\r?$)/gm

/** The file of variables that local runs read: one line of it is ROOT_KEYS, the others stay as they are. */
export const variables: Form = {
  find: (text) => {
    const found = [...text.matchAll(line)]
    return found.length === 1 ? (found[0]?.[3] ?? null) : null
  },
  replace: (text, keys) => text.replace(line, (_line, name: string) => `${name}"${keys}"`),
}

/** The operator's copy of the deployed secret, and nothing besides. */
export const copy: Form = { find: (text) => text, replace: (_text, keys) => `${keys}\n` }

export interface RootKeyFile {
  readonly keys: Secret
  /**
   * Puts other keys in their place: wholly or not at all, and on the disk when this answers.
   *
   * @throws Complaint where the file is no longer what was read
   */
  replace(keys: Secret): Promise<void>
}

/** A name is on the disk when its folder is. */
const syncFolder = async (path: string): Promise<void> => {
  const folder = await open(path)
  await folder.sync().finally(() => folder.close())
}

/** @throws Complaint where there is no such file or no ROOT_KEYS in it. It does not quote the path: some people mistake it for the key. */
export const openRootKeyFile = async (path: string, form: Form, option: string): Promise<RootKeyFile> => {
  const file = await realpath(path).catch(() => {
    throw new Complaint(`The file that ${option} names is not there.`)
  })
  const text = await readFile(file, 'utf8')
  const keys = form.find(text)
  if (keys === null) throw new Complaint(`The file that ${option} names needs one line ROOT_KEYS="…".`)
  return {
    keys: new Secret(keys),
    replace: async (fresh) => {
      const beside = `${file}.${process.pid}.new`
      try {
        await writeFile(beside, form.replace(text, fresh.reveal()), { mode: 0o600, flag: 'wx', flush: true })
        if ((await readFile(file, 'utf8')) !== text)
          throw new Complaint(
            'Somebody else changed the file of root keys meanwhile. Nothing was done: look, and run this again.',
          )
        await rename(beside, file)
      } finally {
        await rm(beside, { force: true })
      }
      await syncFolder(dirname(file))
    },
  }
}

/** Adds keys to a file that keeps those that are no longer used, a line each, and once each. */
export const keepRetired = async (path: string, keys: Iterable<Secret>): Promise<void> => {
  const known = await readFile(path, 'utf8').catch(() => '')
  const lines = [...keys].map((key) => `${key.reveal()}\n`).filter((key) => !known.includes(key))
  await writeFile(path, lines.join(''), { mode: 0o600, flag: 'a', flush: true })
  await syncFolder(dirname(path))
}
