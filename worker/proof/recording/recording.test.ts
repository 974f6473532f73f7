import { expect, test } from 'vitest'
import { play } from './play.ts'
import type { RecordedLine } from './play.ts'

const files = import.meta.glob('./requests/*.jsonl', { eager: true, import: 'default', query: '?raw' })

const linesOf = (text: string): RecordedLine[] =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as RecordedLine)

test.each(Object.entries(files).map(([path, text]) => [path.replace(/^.*\/|\.jsonl$/g, ''), String(text)]))(
  'requests of %s get the recorded answers',
  async (area, text) => {
    const answers = await play(linesOf(text!))
    await expect(`${answers.join('\n')}\n`).toMatchFileSnapshot(`./answers/${area}.jsonl`)
  },
  120_000,
)
