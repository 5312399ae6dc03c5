import { existsSync } from 'node:fs'
import { join } from 'node:path'
import nodemailer from 'nodemailer'
import { reachUnmigrated } from '../database.ts'
import { messageOf } from '../db/unavailable.ts'
import { readEnvFile } from '../env-file.ts'
import { readSettings, type Settings, WrongSettings } from '../settings.ts'
import { checkDatabase } from './database-checks.ts'
import { checkBackups, checkCopyDisk, checkDisk } from './disk-checks.ts'
import { type Finding, fail, ok, warn } from './finding.ts'
import { checkNode, checkSettings } from './settings-checks.ts'

type Examined = { environment: Record<string, string | undefined>; clock: () => Date; envFile: string }

/** Checks everything that a portal with these environment variables needs, and changes nothing. */
export async function examine({ environment, clock, envFile }: Examined): Promise<Finding[]> {
  const node = checkNode(process.version)
  let settings: Settings
  try {
    readEnvFile(envFile)
    settings = readSettings(environment)
  } catch (error) {
    if (error instanceof WrongSettings) return [node, ...error.sentences.map(sentence => fail(`${sentence}.`))]
    throw error
  }
  return [
    node,
    ...(await checkSettings(settings, envFile)),
    await checkDisk(settings.dataDir, 'DATA_DIR'),
    ...(settings.backups ? [await checkDisk(settings.backups.dir, 'BACKUP_DIR')] : []),
    ...(settings.backups?.copyDir ? [await checkCopyDisk(settings.backups.copyDir)] : []),
    ...(await databaseFindings(settings, clock)),
    ...(await mailFindings(settings)),
    ...(await checkBackups(settings, clock())),
  ]
}

async function databaseFindings(settings: Settings, clock: () => Date): Promise<Finding[]> {
  const isOurs = settings.databaseUrl === undefined
  // Opening it would create it.
  if (isOurs && !existsSync(join(settings.dataDir, 'postgres')))
    return [warn(`There is no database in ${settings.dataDir} yet: the first start of the portal creates it.`)]
  try {
    const { db, closeDatabase } = await reachUnmigrated(settings, { isShared: true })
    try {
      return await checkDatabase(db, { isOurs, clock })
    } finally {
      await closeDatabase()
    }
  } catch (error) {
    return [fail(`The database cannot be used: ${messageOf(error)}`)]
  }
}

/** How long the mail server may take for each step, in milliseconds. */
const TIMEOUT = 10_000

/** Connects to the mail server, and logs in if SMTP_URL has a user. No mail is sent. */
async function mailFindings({ smtpUrl }: Settings): Promise<Finding[]> {
  if (smtpUrl === undefined) return []
  const { hostname } = new URL(smtpUrl)
  const limits = {
    connectionTimeout: TIMEOUT,
    greetingTimeout: TIMEOUT,
    socketTimeout: TIMEOUT,
    dnsTimeout: TIMEOUT,
  }
  const server = nodemailer.createTransport({ url: smtpUrl, ...limits })
  try {
    await server.verify()
    return [ok(`The mail server ${hostname} can be used.`)]
  } catch (error) {
    return [fail(`The mail server ${hostname} cannot be used: ${messageOf(error)}`)]
  } finally {
    server.close()
  }
}
