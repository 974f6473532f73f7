import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { codeBlocks, readDocument } from '../../../worker/cli/docs/markdown.ts'
import { inRepository, repository } from '../../../worker/cli/repository.ts'
import { run } from '../../../worker/cli/wrangler/processes.ts'
import { applyEdits, isEdit, workedExample } from './editedFiles.ts'

const clone = mkdtempSync(join(tmpdir(), 'sluice-worked-example-'))
afterAll(() => rmSync(clone, { recursive: true, force: true }))

/** The command that fails by intent: it prints what is not recorded yet. */
const mayFail = /proof\/recording\/coverage/

const minute = 60_000

/** A contributor follows the page in a clone: changes each file, and runs each command. At the end all tests of the example pass. */
test(
  'the worked example of an endpoint can be followed, and its tests pass',
  async () => {
    execFileSync('git', ['clone', '--quiet', '--no-hardlinks', repository, clone])
    symlinkSync(inRepository('node_modules'), join(clone, 'node_modules'))
    symlinkSync(inRepository('dist'), join(clone, 'dist'))
    const shell = async (code: string) => {
      const env = { PATH: `${inRepository('node_modules/.bin')}:${process.env['PATH']}` }
      const { code: exit, output } = await run({ command: 'sh', args: ['-c', code], cwd: clone, env })
      expect(mayFail.test(code) || exit === 0, `${code}\n${output}`).toBe(true)
    }
    for (const block of codeBlocks(readDocument(workedExample))) {
      const { file, code, language } = block
      const path = join(clone, file)
      if (isEdit(block)) writeFileSync(path, existsSync(path) ? applyEdits(readFileSync(path, 'utf8'), code) : code)
      // The exercise stays in the clone until the end, and its check is shorter.
      else if (language === 'sh' && !/git switch -$|npm run check/.test(code.trim())) await shell(code)
    }
    await shell('npm run -s types -- worker')
    await shell(
      'npx vitest run --project unit --project node worker/proof/recording worker/cli/contract worker/routes/plans',
    )
    const changed = execFileSync('git', ['diff', '--numstat', 'worker/proof/recording/answers'], { cwd: clone })
    // Responses were added, and none was changed.
    expect(
      String(changed)
        .split('\n')
        .filter(Boolean)
        .every((line) => /^\d+\t0\t/.test(line)),
    ).toBe(true)
  },
  15 * minute,
)
