import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { run } from '../wrangler/processes.ts'
import { inRepository } from '../repository.ts'

const folder = mkdtempSync(join(tmpdir(), 'sluice-ci-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Runs .ci/run with another npm, which does these commands of the shell for its own. */
const ciRun = async (npm: { install?: string; test?: string; all?: string }) => {
  const { install = ':', test = 'echo 2 passed, 0 failed', all = 'echo 3 passed, 0 failed' } = npm
  writeFileSync(
    join(folder, 'npm'),
    `#!/bin/sh\ncase "$*" in install) ${install};; 'run test') ${test};; 'run test:all') ${all};; *) exit 9;; esac\n`,
  )
  chmodSync(join(folder, 'npm'), 0o755)
  const env = { PATH: `${folder}${delimiter}${process.env['PATH'] ?? ''}` }
  const { code, output } = await run({ command: inRepository('.ci/run'), args: [], env })
  return { code, last: output.trimEnd().split('\n').at(-1) }
}

test.each([
  ['the sum of both rings', {}, 0, '5 passed, 0 failed'],
  [
    'the sum if the first ring failed, and runs the second',
    { test: 'echo 1 passed, 1 failed; exit 1' },
    1,
    '4 passed, 1 failed',
  ],
  ['the sum if the second ring failed', { all: 'echo 1 passed, 2 failed; exit 1' }, 1, '3 passed, 2 failed'],
  ['a failure for a ring without a last line', { all: 'exit 1' }, 1, '2 passed, 1 failed'],
  ['one failure if npm install failed', { install: 'exit 1' }, 1, '0 passed, 1 failed'],
])('.ci/run ends in %s', async (_, npm, code, last) => {
  expect(await ciRun(npm)).toEqual({ code, last })
})
