import { readFile } from 'node:fs/promises'
import type { Mailbox } from '../../../demo/mail/mailbox.ts'

/** The local runtime's output for a sent mail: its head, and the files of both bodies. */
const printed =
  /send_email binding called with MessageBuilder:.*\nFrom: (?<from>.*)\nTo: (?<to>.*)\nSubject: (?<subject>.*)\n\nText: (?<text>.*)\nHTML: (?<html>.*)\n/

/** How much output is buffered, since a mail may arrive in several chunks. */
const longestHead = 16_384

/**
 * Copies the mails that a local gateway sends. The runtime writes their bodies to temporary files, whose paths it prints, and removes them
 * when it ends.
 *
 * @param onOutput receives the gateway's output, and errors of this function
 * @returns receives the gateway's output in chunks
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
      keep(match.groups ?? {}).catch((error: unknown) => onOutput(`A mail could not be copied: ${String(error)}\n`))
    }
  }
}
