import { beginFile, endFile } from '#runtime'
import { afterAll, expect } from 'vitest'
import { recordConsole, takeOutput } from './recordedOutput.ts'

recordConsole()
// Registered first, so it runs after all other afterAll hooks.
afterAll(() => endFile(takeOutput(), expect.getState().testPath ?? 'unknown'))
await beginFile()
