import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { repository } from '../repository.ts'
import { branchPoint, comparison, nearbyTests } from './changes.ts'

test('nearby tests are those beside a change, the API tests of its noun, and changed tests', () => {
  expect(nearbyTests(['worker/store/transactions/holds.ts', 'worker/store/transactions/outcomes.ts'])).toEqual([
    'worker/store/transactions/',
    'worker/domain/transactions/',
    'worker/routes/transactions/',
  ])
  expect(nearbyTests(['worker/routes/plans/plans.ts'])).toEqual(['worker/routes/plans/', 'worker/domain/plans/'])
  expect(
    nearbyTests(['worker/http/response/errors.test.ts', 'worker/http/serve.ts', 'widget/fields/select/select.ts']),
  ).toEqual(['worker/http/response/errors.test.ts', 'worker/http/serve', 'widget/fields/select/'])
  expect(nearbyTests(['README.md', 'worker/openapi.json', 'e2e/demo/inbox.spec.ts'])).toEqual([])
})

test('the branch point is an ancestor of HEAD', async () => {
  const { commit } = await branchPoint()
  const isAncestor = () => execFileSync('git', ['merge-base', '--is-ancestor', commit, 'HEAD'], { cwd: repository })
  expect(isAncestor).not.toThrow()
})

test('a comparison names its base and the number of files that differ', () => {
  const base = { commit: '0123456789abcdef', branch: 'origin/main' }
  expect(comparison(base, ['a.ts'])).toBe('Compared with origin/main at 01234567: 1 file differs.')
  expect(comparison({ commit: 'HEAD', branch: null }, [])).toBe(
    'Compared with the last commit, since there is no branch main: 0 files differ.',
  )
})
