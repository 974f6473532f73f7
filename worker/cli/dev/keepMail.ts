import { readFile } from 'node:fs/promises'
import type { Mailbox } from '../../../demo/mail/mailbox.ts'

/** What the local runtime prints of a mail that the worker sent: its head, and the files that it wrote both bodies to. */
const printed =
  /send_email binding called with MessageBuilder:.*\nFrom: (?<from>.*)\nTo: (?<to>.*)\nSubject: (?<subject>.*)\n\nText: (?<text>.*)\nHTML: (?<html>.*)\n/

/** What of the output is kept, since a mail may arrive in pieces. */
const longestHead = 16_384

/**
 * Keeps the mails that a local gateway sends. Nobody receives them: the runtime writes the bodies to files in a folder of its own, which it
 * clears when it ends, and says where in what it prints. Receipts have both a text and HTML.
 *
 * @param onOutput receives everything that the gateway prints, and what went wrong here
 * @returns takes the gateway's output, piece by piece
 */
export const keepMail = (mailbox: Mailbox, onOutput: (chunk: string) => void): ((chunk: string) => void) => {
  let unread = ''
  const keep = async ({ from = '', to = '', subject = '', text = '', html = '' }: Record<string, string>) => {
    const sent = Date.now()
    const [asText, asHtml] = await Promise.all([readFile(text, 'utf8'), readFile(html, 'utf8')])
    await mailbox.keep({ from, to, subject, text: asText, html: asHtml }, sent)
  }
  return (chunk) => {
    onOutput(chunk)
    unread = (unread + chunk).slice(-longestHead)
    for (let match = printed.exec(unread); match; match = printed.exec(unread)) {
      unread = unread.slice(match.index + match[0].length)
      keep(match.groups ?? {}).catch((error: unknown) => onOutput(`A mail was not kept: ${String(error)}\n`))
    }
  }
}
