// Nothing is called: a program that contains this opens /dev/null for the standard streams that are closed, before anything
// else opens a file that would get their numbers and what is meant for them. Swift's runtime does so before main.
#ifndef STANDARD_STREAMS_H
#define STANDARD_STREAMS_H
#endif
