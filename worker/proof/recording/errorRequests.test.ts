import { expect, test } from 'vitest'
import { errorRequests, recordingAdvice } from './errorRequests.ts'

test('the error requests of an operation with an id have unknown and malformed ids, and end with a database that is up', () => {
  const lines = errorRequests('getPlan', 'GET /v1/plans/{Plan}')
  expect(lines).toContain('{"name":"getPlan: malformed id","send":"GET /v1/plans/a!"}')
  expect(lines).toContain('{"name":"getPlan: unknown id","send":"GET /v1/plans/00000000-0000-7000-8000-000000000001"}')
  expect(lines.at(-1)).toBe('{"step":"database","is":"up"}')
})

test('the error requests of an operation without an id have no wrong ids', () => {
  const lines = errorRequests('listPlans', 'GET /v1/plans')
  expect(lines.filter((line) => line.includes(' id"'))).toEqual([])
  const advice = recordingAdvice([{ name: 'listPlans', line: 'GET /v1/plans', hasBody: false }])
  expect(advice.split('\n').slice(1, -1)).toEqual(lines)
})

test('the advice asks for the bodies of operations that have one', () => {
  const list = { name: 'listPlans', line: 'GET /v1/plans', hasBody: false }
  const create = { name: 'createPlan', line: 'POST /v1/plans', hasBody: true }
  expect(recordingAdvice([list])).not.toContain('bodies')
  expect(recordingAdvice([list, create])).toContain('Add bodies to those of createPlan.')
})
