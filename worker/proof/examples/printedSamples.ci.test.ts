import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { phpProgram, pythonProgram } from '../../cli/verify/interpreters.ts'
import { Interpreter } from '../../../e2e/docs/examples/interpreter.ts'
import { printedOperations } from '../../../e2e/docs/examples/printedSamples.ts'
import { startSampleGateway } from './sampleGateway.ts'
import type { SampleGateway } from './sampleGateway.ts'

let gateway: SampleGateway
beforeAll(async () => {
  gateway = await startSampleGateway()
})
afterAll(() => gateway.stop())

describe.each([
  { title: 'Python', language: 'python', program: pythonProgram(), driver: 'python.py' },
  { title: 'PHP', language: 'php', program: phpProgram(), driver: 'php.php' },
] as const)('samples in $title', ({ language, program, driver }) => {
  let interpreter: Interpreter
  beforeAll(() => {
    interpreter = new Interpreter({ program, driver, env: gateway.env })
  })
  afterAll(() => interpreter.close())

  test.each(printedOperations)('$page: the sample of $operation prints the printed response', async (printed) => {
    expect(await gateway.respond(printed, language, (path) => interpreter.run(path))).toEqual(printed.response)
  })
})
