import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openMailbox } from '../../../demo/mail/mailbox.ts'
import { keepMail } from './keepMail.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sluice-mail-'))
})
afterEach(() => rm(folder, { recursive: true }))

/** As the local runtime prints it, among the lines of the worker. */
const print = async (to: string, subject: string): Promise<string> => {
  const [text, html] = [join(folder, 'a.txt'), join(folder, 'a.html')]
  await Promise.all([writeFile(text, 'Thank you'), writeFile(html, '<p>Thank you')])
  return `{"ms":12}\n[wrangler:info] send_email binding called with MessageBuilder:\nFrom: "Kiln & Tide" <r@sluice.example>\nTo: ${to}\nSubject: ${subject}\n\nText: ${text}\nHTML: ${html}\n{"ms":1}\n`
}

test('mails are copied from chunked output, newest first, and the output is passed on', async () => {
  const mailbox = openMailbox(join(folder, 'mail'))
  const passed: string[] = []
  const take = keepMail(mailbox, (chunk) => passed.push(chunk))
  const both = (await print('a@b.example', 'Receipt: one')) + (await print('c@d.example', 'Receipt: two'))
  for (const piece of both.match(/.{1,50}/gs) ?? []) take(piece)
  await vi.waitFor(async () => expect(await mailbox.list()).toHaveLength(2))
  expect(passed.join('')).toBe(both)

  take(await print('e@f.example', 'Later'))
  await vi.waitFor(async () => expect(await mailbox.list()).toHaveLength(3))
  const mails = await mailbox.list()
  expect(mails.slice(1).map(({ to }) => to)).toEqual(expect.arrayContaining(['a@b.example', 'c@d.example']))
  expect(mails[0]).toMatchObject({
    from: '"Kiln & Tide" <r@sluice.example>',
    to: 'e@f.example',
    subject: 'Later',
    text: 'Thank you',
    html: '<p>Thank you',
  })
  expect(await mailbox.find(mails[0]!.id)).toEqual(mails[0])
})

test('a mail with missing bodies is reported in the output', async () => {
  const passed: string[] = []
  const take = keepMail(openMailbox(join(folder, 'mail')), (chunk) => passed.push(chunk))
  take((await print('a@b.example', 'Receipt')).replace('a.html', 'gone.html'))
  await vi.waitFor(() => expect(passed.join('')).toContain('A mail could not be copied'))
})

test('a new mailbox is empty and finds no other files', async () => {
  const mailbox = openMailbox(join(folder, 'mail'))
  expect(await mailbox.list()).toEqual([])
  await writeFile(join(folder, 'secret.json'), '{}')
  for (const id of ['../secret', 'secret', '', '0000000000001-00000000']) expect(await mailbox.find(id)).toBeUndefined()
})
