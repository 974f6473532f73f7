import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { findLeaks, type Marker } from './scan.ts'

const markers: Marker[] = [
  { number: '4539578763621486', code: '738' },
  { number: '378282246310005', code: '8364' },
]
const [visa, amex] = markers as [Marker, Marker]

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sluice-leaks-'))
})
afterEach(() => rm(folder, { recursive: true }))

const scan = () => findLeaks(markers, { folders: [folder], files: [] })
const plant = (content: string | Buffer) => writeFile(join(folder, 'planted.log'), content)

type Cell = string | number | bigint | Buffer

/** A database whose last rows are still in its write-ahead log, as those of a running gateway are. */
const plantRow = (value: Cell, ...more: Cell[]): DatabaseSync => {
  const database = new DatabaseSync(join(folder, 'planted.sqlite'))
  database.exec('PRAGMA journal_mode = WAL; CREATE TABLE kept (value)')
  for (const each of [value, ...more]) database.prepare('INSERT INTO kept VALUES (?)').run(each)
  return database
}

const base64 = (text: string): string => Buffer.from(text).toString('base64')

describe('the scan finds a planted number', () => {
  test.each<[string, string | Buffer]>([
    ['plain', `card ${visa.number} paid`],
    ['all but its last digits', `card ${visa.number.slice(0, 11)}`],
    ['in groups', '4539 5787 6362 1486'],
    ['with hyphens', '4539-5787-6362-1486'],
    ['in the groups of American Express', '3782 822463 10005'],
    ['in a form body', 'number=4539+5787+6362+1486'],
    ['url-encoded groups', 'number=4539%205787%206362%201486'],
    ['every digit url-encoded', [...visa.number].map((digit) => `%3${digit}`).join('')],
    ['reversed', '6841263678759354'],
    ['base64', base64(visa.number)],
    ['base64 inside JSON', base64(`{"accountNumber":"${visa.number}"}`)],
    ['base64 one byte further', base64(`{"accountNumber": "${visa.number}"}`)],
    ['base64 two bytes further', base64(`{"accountNumber":  "${visa.number}"}`)],
    ['hex', Buffer.from(visa.number).toString('hex')],
    ['UTF-16', Buffer.from(visa.number, 'utf16le')],
    ['UTF-16, big end first', Buffer.from(visa.number, 'utf16le').swap16()],
    ['JSON escapes', [...visa.number].map((digit) => `\\u003${digit}`).join('')],
    ['packed decimal', Buffer.from(visa.number, 'hex')],
    ['packed decimal of an odd length', Buffer.from(`0${amex.number}`, 'hex')],
  ])('%s', async (_, content) => {
    await plant(content)
    expect(await scan()).not.toEqual([])
  })

  test('in a file’s name', async () => {
    await writeFile(join(folder, `${visa.number}.txt`), '')
    expect(await scan()).not.toEqual([])
  })

  test.each<[string, string | bigint | Buffer]>([
    ['a text', `{"number":"${visa.number}"}`],
    ['an integer', BigInt(visa.number)],
    ['bytes', Buffer.from(visa.number)],
  ])('in a row that is only in the write-ahead log: %s', async (_, value) => {
    const database = plantRow(value)
    expect((await scan()).map(({ where }) => where)).toContain('planted.sqlite: kept.value')
    database.close()
  })

  test('in a row that was deleted', async () => {
    const database = plantRow(visa.number)
    database.exec('DELETE FROM kept')
    expect(await scan()).not.toEqual([])
    database.close()
  })
})

describe('the scan finds planted CVVs', () => {
  test.each<[string, (code: string) => string | Buffer]>([
    ['JSON texts', (code) => `{"verificationValue":"${code}"}`],
    ['JSON numbers', (code) => `{"verificationValue":${code},"x":1}`],
    ['JSON in JSON', (code) => JSON.stringify(JSON.stringify({ cvv: code }))],
    ['words of a log line', (code) => `paid with ${code} just now\n`],
    ['a form body', (code) => `cvv=${code}&next=1`],
    ['base64 in JSON', (code) => `{"code":"${base64(code)}"}`],
    ['UTF-16', (code) => Buffer.from(code, 'utf16le')],
    ['reversed', (code) => `"${[...code].toReversed().join('')}"`],
  ])('as %s', async (_, spell) => {
    await plant(Buffer.concat(markers.map(({ code }) => Buffer.from(spell(code)))))
    expect(await scan()).toEqual([{ where: join(folder, 'planted.log'), what: 'CVVs 738, 8364' }])
  })

  test('as cells of a column', async () => {
    const database = plantRow('738', '8364')
    expect((await scan()).map(({ where }) => where)).toContain('planted.sqlite: kept.value')
    database.close()
  })

  test('as whole numbers of a column', async () => {
    const database = plantRow(738, 8364)
    expect((await scan()).map(({ where }) => where)).toContain('planted.sqlite: kept.value')
    database.close()
  })

  test('as bytes in a column', async () => {
    const database = plantRow(Buffer.from('738'), Buffer.from('8364'))
    expect((await scan()).map(({ where }) => where)).toContain('planted.sqlite: kept.value')
    database.close()
  })
})

describe('the scan is silent about', () => {
  test('what may be shown, and digits that stand in longer numbers', async () => {
    await plant('************1486 ************0005 latency 738 ms, id 20268364738, 2026-11-20T10:30:00.738Z 0.8364')
    const database = plantRow('visa 1486', '2026-11-20T10:30:00.738Z', '98364', '{"first6":"453957","last4":"1486"}')
    expect(await scan()).toEqual([])
    database.close()
  })

  test('times that were measured, and numbers that are counted', async () => {
    await plant(`{"ms":738,"d1":2} {"ms":8364,"d1":2} ${JSON.stringify('{"latency":738,"x":"latency":8364,}')}`)
    const database = plantRow(738, 8364, 12)
    expect(await scan()).toEqual([])
    database.close()
  })

  test('codes among all that are as long', async () => {
    const texts = Array.from({ length: 9000 }, (_, count) => `order ${count}`)
    const database = plantRow('a', texts.join('; '))
    expect(await scan()).toEqual([])
    database.close()
  })

  test('one code that turns up by chance', async () => {
    const database = plantRow(738, '17')
    expect(await scan()).toEqual([])
    database.close()
  })
})

test('the scan refuses to work with one code', async () => {
  await expect(findLeaks([visa], { folders: [folder], files: [] })).rejects.toThrow('two codes')
})
