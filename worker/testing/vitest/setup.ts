import { beginFile, endFile } from '#runtime'
import { afterAll, expect } from 'vitest'
import { rememberPrinted, takePrinted } from './recordedOutput.ts'

rememberPrinted()
// The last of a file's hooks, since it is the first that is there.
afterAll(() => endFile(takePrinted(), expect.getState().testPath ?? 'unknown'))
await beginFile()
