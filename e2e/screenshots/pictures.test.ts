import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { inRepository } from '../../worker/cli/repository.ts'
import { pictures } from './pictures.ts'

const folder = inRepository('docs/pictures')
const read = (name: string): Buffer => readFileSync(join(folder, name))

/** Width and height, which a PNG has at a fixed place. */
const sizeOf = (name: string) => [16, 20].map((offset) => read(name).readUInt32BE(offset))

test('docs/pictures contains each picture in light and dark mode, and no other file', () => {
  const names = pictures.flatMap(({ name, smallWidth }) => {
    const files = [name, `${name}-dark`]
    const full = files.map((file) => `${file}.png`)
    return smallWidth ? full.concat(files.map((file) => `${file}-small.webp`)) : full
  })
  expect(readdirSync(folder).toSorted()).toEqual(names.toSorted())
})

test('a picture in dark mode has the size of the one in light mode', () => {
  for (const { name } of pictures) expect(sizeOf(`${name}-dark.png`), name).toEqual(sizeOf(`${name}.png`))
})

test('the pictures have 3 MB at most', () => {
  const bytes = readdirSync(folder).map((name) => read(name).length)
  expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThan(3 * 1024 * 1024)
})
