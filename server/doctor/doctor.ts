import nodemailer from 'nodemailer'
import { connectionsNeeded, hasDatabase, nameOfDatabase, reachUnmigrated } from '../database.ts'
import type { Address } from '../db/address.ts'
import { connect } from '../db/connect.ts'
import { identityOf } from '../db/identity.ts'
import type { Pool } from '../db/transaction.ts'
import { messageOf } from '../db/unavailable.ts'
import { readEnvFile } from '../env-file.ts'
import { readSettings, type Settings, WrongSettings } from '../settings.ts'
import { checkConnection, checkDatabase } from './database-checks.ts'
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
  const { databaseUrl, dataDir } = settings
  // Opening it would create it.
  if (!hasDatabase(settings))
    return [warn(`There is no database in ${dataDir} yet: the first start of the portal creates it.`)]
  return [
    ok(`The settings lead to ${nameOfDatabase(settings)}.`),
    ...(await (databaseUrl === undefined
      ? embeddedFindings(settings, clock)
      : serverFindings({ ...settings, databaseUrl }, clock))),
  ]
}

async function serverFindings(settings: Settings & { databaseUrl: string }, clock: () => Date): Promise<Finding[]> {
  const { databaseUrl, databaseDirectUrl, databaseOwnerUrl, replicaUrl } = settings
  const address = { connectionString: databaseUrl, isPooled: databaseDirectUrl !== undefined }
  const role = {
    isOurs: false,
    hasOwner: databaseOwnerUrl !== undefined,
    needed: address.isPooled ? undefined : connectionsNeeded(settings.workers),
  }
  const others = {
    DATABASE_OWNER_URL: databaseOwnerUrl,
    DATABASE_DIRECT_URL: databaseDirectUrl,
    DATABASE_REPLICA_URL: replicaUrl,
  }
  let own: string | undefined
  const findings = await databaseAt('DATABASE_URL', address, async db => {
    own = await identityOf(db)
    return checkDatabase(db, { ...role, clock })
  })
  for (const [name, connectionString] of Object.entries(others))
    if (connectionString !== undefined)
      findings.push(...(await databaseAt(name, { connectionString }, db => checkConnection(db, name, own))))
  return findings
}

async function databaseAt(name: string, address: Address, check: (db: Pool) => Promise<Finding[]>): Promise<Finding[]> {
  const db = connect(address, { connections: 1 })
  try {
    return await check(db)
  } catch (error) {
    return [fail(`The database of ${name} cannot be used: ${messageOf(error)}`)]
  } finally {
    await db.destroy()
  }
}

async function embeddedFindings(settings: Settings, clock: () => Date): Promise<Finding[]> {
  try {
    const { db, closeDatabase } = await reachUnmigrated(settings, { isShared: true })
    try {
      const needed = connectionsNeeded(settings.workers)
      return await checkDatabase(db, { isOurs: true, hasOwner: true, needed, clock })
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
