import { expect, test } from 'vitest'
import { backupFailure, mailFailure } from './reasons.ts'

test.each([
  ['ENOSPC: no space left on device, write', 'Diskte yer kalmadı'],
  ["EACCES: permission denied, open '/var/backups/x'", 'Yedek klasörüne yazma izni yok'],
  ["ENOENT: no such file or directory, mkdir '/mnt/x'", 'Yedek klasörü bulunamadı'],
  ['BACKUP_COPY_DIR (/mnt/x) does not exist: mount its share, or create the folder.', 'Kopya klasörü bulunamadı'],
  ['BACKUP_COPY_DIR (/mnt/x) does not respond: check its share.', 'Kopya klasörü yanıt vermiyor'],
  [
    'The copy into BACKUP_COPY_DIR (/mnt/x) has not ended after 4 hours: check its share and the line to it.',
    'Kopya zamanında tamamlanamadı',
  ],
  ['Connection terminated unexpectedly', 'Veritabanı bağlantısı kesildi'],
  ['out of memory', 'Beklenmeyen bir hata oluştu'],
])('the backup failure %j is shown as %j', (problem, sentence) => {
  expect(backupFailure(problem)).toBe(sentence)
})

test.each([
  ["Can't send mail - all recipients were rejected: 550 5.1.1 No such user", 'Alıcının adresi kabul edilmedi'],
  ['Recipient command failed: 550 5.7.1 Relaying denied', 'E-posta sunucusu bu gönderene izin vermiyor'],
  [
    'Message failed: 550-5.7.26 Your email has been blocked because the sender is unauthenticated.',
    'E-posta sunucusu bu gönderene izin vermiyor',
  ],
  [
    'Mail command failed: 530 5.7.0 Authentication Required',
    'E-posta sunucusu kullanıcı adını veya şifreyi kabul etmedi',
  ],
  ['Mail command failed: 550 authentication required', 'E-posta sunucusu kullanıcı adını veya şifreyi kabul etmedi'],
  ['Invalid login: 535 5.7.8 Authentication failed', 'E-posta sunucusu kullanıcı adını veya şifreyi kabul etmedi'],
  ['connect ECONNREFUSED 127.0.0.1:465', 'E-posta sunucusuna ulaşılamadı'],
  ['The operation was aborted due to timeout', 'E-posta sunucusuna ulaşılamadı'],
  ['self-signed certificate', 'E-posta sunucusunun sertifikası kabul edilmedi'],
  ['Recipient command failed: 451 4.7.1 Try again', 'E-posta sunucusu şu anda kabul etmiyor'],
  ['this process knows no letters of the kind note', 'Beklenmeyen bir hata oluştu'],
])('the mail error %j is shown as %j', (error, sentence) => {
  expect(mailFailure(error)).toBe(sentence)
})
