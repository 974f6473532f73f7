import { expect } from '@playwright/test'
import { test } from '../../support/fixtures.ts'
import { samplesTest, testsOf } from './coverage.ts'
import { stepsAfter } from './companions.ts'
import { blocksIn, blocksOf, choicesOf, isAnswer, pages } from './pages.ts'
import { Reader } from './reader.ts'

/** Languages that not every machine has: their samples run in `npm run test:all`. */
const forCi = new Set(['Python', 'python', 'PHP', 'php'])

for (const path of pages()) {
  const blocks = blocksIn(path)
  const own = blocks.filter((block) => testsOf(path, block)?.includes(samplesTest))
  // Output has the ids that later samples name.
  const shown = blocks.filter((block) => own.includes(block) || block.language === 'text')
  if (own.length === 0) continue
  for (const choice of choicesOf(own))
    test(
      `the samples of ${path} run${choice && ` (${choice})`}`,
      { tag: forCi.has(choice) ? ['@ci'] : [] },
      async ({ page, local }) => {
        const chosen = blocksOf(shown, choice)
        const reader = await Reader.open(page, local, chosen)
        try {
          for (const [index, block] of chosen.entries()) {
            const next = chosen[index + 1]
            await reader.follow(path, block, {
              isAnswer: isAnswer(path, chosen[index - 1], block),
              mayFail: next !== undefined && isAnswer(path, block, next) && /"errors": \[/.test(next.code),
            })
            for (const step of stepsAfter(path, block)) await step(reader)
          }
        } finally {
          await reader.close()
        }
        expect(chosen.length).toBeGreaterThan(0)
      },
    )
}
