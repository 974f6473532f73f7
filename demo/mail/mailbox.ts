import { randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** A mail that the gateway sent, as nobody received it. */
export type Mail = { from: string; to: string; subject: string; html: string; text: string }
/** `sent` in milliseconds since 1970. */
export type KeptMail = Mail & { id: string; sent: number }

/** Begins with the time, so that names in their order are mails in theirs. */
const named = /^(\d{13})-[0-9a-f]{8}$/

/** Mails in a folder, a file each: whoever runs the gateway puts them there, and the shop shows them. */
export const openMailbox = (folder: string) => {
  const find = async (id: string): Promise<KeptMail | undefined> => {
    const [, sent] = named.exec(id) ?? []
    if (!sent) return undefined
    try {
      const mail = JSON.parse(await readFile(join(folder, `${id}.json`), 'utf8')) as Mail
      return { ...mail, id, sent: Number(sent) }
    } catch {
      return undefined
    }
  }

  return {
    keep: async (mail: Mail, sent: number): Promise<void> => {
      await mkdir(folder, { recursive: true })
      const name = `${String(sent).padStart(13, '0')}-${randomBytes(4).toString('hex')}.json`
      await writeFile(join(folder, name), JSON.stringify(mail))
    },
    find,
    /** The newest first. */
    list: async (most = 100): Promise<KeptMail[]> => {
      const names = await readdir(folder).catch(() => [])
      const ids = names.map((name) => name.replace(/\.json$/, '')).toSorted()
      const mails = await Promise.all(ids.toReversed().slice(0, most).map(find))
      return mails.filter((mail) => mail !== undefined)
    },
  }
}

export type Mailbox = ReturnType<typeof openMailbox>
