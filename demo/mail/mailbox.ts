import { randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** An email that the gateway sent. Local runs store it instead of delivering it. */
export type Mail = { from: string; to: string; subject: string; html: string; text: string }
/** `sent` in milliseconds since 1970. */
export type StoredMail = Mail & { id: string; sent: number }

/** File names begin with the time, so they sort by time. */
const named = /^(\d{13})-[0-9a-f]{8}$/

/** Emails as JSON files in a folder. The local gateway writes them; the shop's mail page shows them. */
export const openMailbox = (folder: string) => {
  const find = async (id: string): Promise<StoredMail | undefined> => {
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
    /** Newest first. */
    list: async (limit = 100): Promise<StoredMail[]> => {
      const names = await readdir(folder).catch(() => [])
      const ids = names.map((name) => name.replace(/\.json$/, '')).toSorted()
      const mails = await Promise.all(ids.toReversed().slice(0, limit).map(find))
      return mails.filter((mail) => mail !== undefined)
    },
  }
}

export type Mailbox = ReturnType<typeof openMailbox>
