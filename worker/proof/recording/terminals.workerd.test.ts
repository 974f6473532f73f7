import { expect, test } from 'vitest'
import { linesOf, play } from './play.ts'
import text from './requests/terminals.jsonl?raw'

test('requests of terminals, whose readers connect by WebSockets, get the recorded answers', async () => {
  const answers = await play(linesOf(text))
  await expect(`${answers.join('\n')}\n`).toMatchFileSnapshot('./answers/terminals.jsonl')
}, 120_000)
