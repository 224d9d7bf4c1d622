/* What a disk may do to Valkey, loaded into it by LD_PRELOAD; only files whose name ends in .aof
 * are concerned. In the folder that DISK_FAULTS names:
 *   synced   is written: a line "SIZE NAME" for each sync that succeeded, with the size that the
 *            file had before it, which is what a power cut leaves of it
 *   fail     while it exists, every sync fails with EIO
 *   full     while it exists, every write fails with ENOSPC
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

static int is_aof(int fd, char *name)
{
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, name, PATH_MAX - 1);
    if (length < 4)
        return 0;
    name[length] = 0;
    return strcmp(name + length - 4, ".aof") == 0;
}

static void path_of(char *path, const char *word)
{
    snprintf(path, PATH_MAX, "%s/%s", getenv("DISK_FAULTS"), word);
}

static int told(const char *word)
{
    char path[PATH_MAX];
    path_of(path, word);
    return access(path, F_OK) == 0;
}

static int synced(int fd, const char *how)
{
    int (*sync)(int) = (int (*)(int))dlsym(RTLD_NEXT, how);
    char name[PATH_MAX], path[PATH_MAX];
    struct stat before;
    if (!is_aof(fd, name) || fstat(fd, &before) != 0)
        return sync(fd);
    if (told("fail")) {
        errno = EIO;
        return -1;
    }
    int result = sync(fd);
    if (result == 0) {
        path_of(path, "synced");
        int log = open(path, O_WRONLY | O_CREAT | O_APPEND, 0600);
        dprintf(log, "%lld %s\n", (long long)before.st_size, strrchr(name, '/') + 1);
        close(log);
    }
    return result;
}

int fdatasync(int fd) { return synced(fd, "fdatasync"); }

int fsync(int fd) { return synced(fd, "fsync"); }

ssize_t write(int fd, const void *bytes, size_t count)
{
    static ssize_t (*real)(int, const void *, size_t);
    char name[PATH_MAX];
    if (!real)
        real = (ssize_t (*)(int, const void *, size_t))dlsym(RTLD_NEXT, "write");
    if (getenv("DISK_FAULTS") && told("full") && is_aof(fd, name)) {
        errno = ENOSPC;
        return -1;
    }
    return real(fd, bytes, count);
}
