import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { inRepository } from '../../../worker/cli/repository.ts'
import { codeBlocks, readDocument } from '../../../worker/cli/docs/markdown.ts'
import { applyEdits, editsOf, workedExample } from './editedFiles.ts'

const isNew = ({ file }: { readonly file: string }) => !existsSync(inRepository(file))

const edits = editsOf(codeBlocks(readDocument(workedExample)))

test('the worked example changes existing files and creates new ones', () => {
  expect(edits.filter(isNew).length).toBeGreaterThan(1)
  expect(edits.filter((edit) => !isNew(edit)).length).toBeGreaterThan(5)
})

test.each(edits.filter((edit) => !isNew(edit)))(
  'the worked example’s change of $file at line $line fits the file',
  ({ file, code }) => {
    const source = readFileSync(inRepository(file), 'utf8')
    expect(applyEdits(source, code)).not.toBe(source)
  },
)

test('applyEdits inserts new lines after the line before them, or before the line after them, and removes others', () => {
  const source = 'one\ntwo\nthree\nfour\n'
  expect(applyEdits(source, 'one\nnew // [!code ++]\n')).toBe('one\nnew\ntwo\nthree\nfour\n')
  expect(applyEdits(source, 'new // [!code ++]\nthree\n')).toBe('one\ntwo\nnew\nthree\nfour\n')
  expect(applyEdits(source, 'one\n…\nthree // [!code --]\ndrei // [!code ++]\n')).toBe('one\ntwo\ndrei\nfour\n')
})

test('applyEdits throws for lines that the file does not have in this order', () => {
  expect(() => applyEdits('one\ntwo\n', 'two\none\n')).toThrow('one is not in the file')
  expect(() => applyEdits('one\ntwo\n', 'one\nthree\n')).toThrow('three is not in the file')
})
