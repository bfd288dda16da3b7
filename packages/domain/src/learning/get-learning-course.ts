import type { z } from 'zod'
import { callRpc } from '../machinery/call-rpc.ts'
import type { Caller } from '../machinery/caller.ts'
import { useCase } from '../machinery/use-case.ts'
import type { Locale } from '../shared/shapes.ts'
import { readLearningCourse as inApp } from './app-contract.ts'
import { getLearningCourse as operation } from './contract.ts'

type Input = { id: string; locale?: z.output<typeof Locale> | undefined }

const read = (caller: Caller, { id, locale }: Input) =>
  callRpc(caller, 'get_learning_course', { p_id: id, p_locale: locale })

/** A whole course by id or slug, in the caller's version; a visitor reads the newest. @throws {DomainError} `not_found` */
export const getLearningCourse = useCase(operation, read)

/** The same at the learning app's own address, which anybody may ask. */
export const readLearningCourse = useCase(inApp, read)
